import { describe, expect, it } from "vitest";

import type { Step } from "@/api";
import { blankStep, type Draft } from "@/flow";
import { comparedOf } from "./compared";
import { makeEditor } from "./editor";
import { GAP, insert, roomBelow } from "./insert";
import { NO_LOOKS } from "./looks";
import { END, NODE } from "./nodes/looks";
import { rowsOf, textOf } from "./panel/condition";
import { edgesOf, nodesOf, placesIn } from "./scene";
import { walk } from "./walk";

const step = (id: string, dependencies: string[] = []): Step => ({ ...blankStep("call", id), dependencies });

const draft = (nodes: Step[]): Draft => ({
  id: "tidy",
  title: "Tidy up",
  description: "",
  project: null,
  budget: null,
  at_once: 8,
  graph: { inputs: {}, state: {}, nodes, output: null },
  canvas: null,
});

const LINE = draft([step("look"), step("keep", ["look"])]);

describe("the scene of a draft", () => {
  it("keeps a node that stayed as it was the very same object", () => {
    const before = nodesOf(LINE, null, new Set(), new Map());
    const kept = new Map(before.map((node) => [node.id, node]));
    const changed = { ...LINE, graph: { ...LINE.graph, nodes: [LINE.graph.nodes[0] as Step, { ...step("keep", ["look"]), title: "New" }] } };
    const after = nodesOf(changed, null, new Set(), kept);
    expect(after.filter((node) => kept.get(node.id) === node).map(({ id }) => id)).toEqual(["_inputs", "look", "_output"]);
  });

  it("draws dependencies as wires, and loose ones from the start and to the output", () => {
    const wires = edgesOf(LINE.graph, null, new Set()).map(({ id, selectable }) => [id, selectable !== false]);
    expect(wires).toEqual([
      ["_inputs→look", false],
      ["look→keep", true],
      ["keep→_output", false],
    ]);
  });
});

describe("adding to a canvas", () => {
  it("joins a new step to the selected one and puts it clear of all others", () => {
    const { edits, node } = insert(LINE, null, { name: "Ask", step: (id) => blankStep("human", id) }, { after: "look" });
    const store = makeEditor(LINE, NO_LOOKS);
    expect(store.getState().edit(edits)).toBe(true);
    const { draft: after } = store.getState();
    expect(node).toBe("ask");
    expect(after.graph.nodes.find(({ id }) => id === "ask")?.dependencies).toEqual(["look"]);
    const spots = Object.values(placesIn(after, null)).map(({ x, y }) => `${x} ${y}`);
    expect(new Set(spots).size).toBe(5);
  });

  it("keeps the whole in one line: a step between start and output, and the output after it", () => {
    const ask = (after: string | null, name: string, before: Draft) => {
      const store = makeEditor(before, NO_LOOKS);
      store.getState().edit(insert(before, null, { name, step: (id) => blankStep("human", id) }, { after }).edits);
      return store.getState().draft;
    };
    const first = ask(null, "one", draft([]));
    const two = ask("one", "two", first);
    for (const [after, steps] of [[first, ["one"]], [two, ["one", "two"]]] as const) {
      const places = placesIn(after, null);
      const middles = ["_inputs", ...steps, "_output"].map((id) => (places[id]?.y ?? 0) + (id.startsWith("_") ? END : NODE).height / 2);
      expect(new Set(middles).size).toBe(1);
      const edges = ["_inputs", ...steps, "_output"].map((id) => places[id]?.x ?? 0);
      expect(edges.slice(1).every((x, index) => x - (edges[index] ?? 0) >= END.width + GAP.across)).toBe(true);
    }
  });

  it("leaves the output where it was put beside the steps", () => {
    const put = { ...LINE, canvas: { positions: { _inputs: { x: -280, y: 8 }, look: { x: 0, y: 0 }, keep: { x: 280, y: 0 }, _output: { x: 0, y: 600 } }, notes: [], pins: {} } };
    const store = makeEditor(put, NO_LOOKS);
    store.getState().edit(insert(put, null, { name: "ask", step: (id) => blankStep("human", id) }, { after: "keep" }).edits);
    expect(placesIn(store.getState().draft, null)["_output"]).toEqual({ x: 0, y: 600 });
  });

  it("makes room between two steps instead of leaving the line", () => {
    const store = makeEditor(LINE, NO_LOOKS);
    const before = placesIn(LINE, null);
    store.getState().edit(insert(LINE, null, { name: "ask", step: (id) => blankStep("human", id) }, { after: "look", before: "keep" }).edits);
    const after = placesIn(store.getState().draft, null);
    expect(after["ask"]).toEqual({ x: (before["look"]?.x ?? 0) + NODE.width + GAP.across, y: before["look"]?.y });
    expect(after["keep"]?.x).toBe((after["ask"]?.x ?? 0) + NODE.width + GAP.across);
    expect(after["look"]).toEqual(before["look"]);
    expect((after["_output"]?.x ?? 0) - (after["keep"]?.x ?? 0)).toBe((before["_output"]?.x ?? 0) - (before["keep"]?.x ?? 0));
  });

  it("is undone and done again, and nothing that is gone stays selected", () => {
    const store = makeEditor(LINE, NO_LOOKS);
    const { edit, select, undo, redo } = store.getState();
    edit([{ type: "removeStep", id: "keep" }]);
    undo();
    expect(store.getState().draft).toEqual(LINE);
    select(["keep"]);
    redo();
    expect([...store.getState().selected]).toEqual([]);
  });

  it("changes nothing that is only looked at", () => {
    const store = makeEditor(LINE, NO_LOOKS, true);
    expect(store.getState().edit([{ type: "removeStep", id: "keep" }])).toBe(false);
    expect(store.getState().draft).toBe(LINE);
  });
});

describe("walking", () => {
  it("follows the wires from the start to the output and back", () => {
    expect(walk(LINE, null, "_inputs", "ArrowRight")).toBe("look");
    expect(walk(LINE, null, "look", "ArrowRight")).toBe("keep");
    expect(walk(LINE, null, "keep", "ArrowRight")).toBe("_output");
    expect(walk(LINE, null, "_output", "ArrowLeft")).toBe("keep");
    expect(walk(LINE, null, "look", "ArrowLeft")).toBe("_inputs");
  });
});

describe("two drafts in one picture", () => {
  it("shows what is new, what changed and what goes, and loses none of them", () => {
    const after = draft([{ ...step("look"), title: "Look" }, step("ask", ["look"])]);
    const { draft: both, standing } = comparedOf(LINE, after);
    expect(both.graph.nodes.map(({ id }) => id)).toEqual(["look", "ask", "keep"]);
    expect(Object.fromEntries(standing)).toMatchObject({ look: "changed", ask: "added", keep: "gone" });
  });
});

describe("a condition in rows", () => {
  it("is the same text again", () => {
    for (const text of ["steps.a.result == true", "inputs.n > 3 and state.k != 'it\\'s'", "steps.a.result.n <= -2 or item == 'x and y'"]) {
      const rows = rowsOf(text);
      expect(rows === null ? null : textOf(rows)).toBe(text);
    }
  });

  it("is left as text where it says more than rows can", () => {
    for (const text of ["not steps.a.result", "failure()", "(inputs.a == 1) and inputs.b == 2", "inputs.a == 1 and inputs.b == 2 or inputs.c == 3"]) expect(rowsOf(text)).toBeNull();
  });
});

describe("what is pasted", () => {
  it("goes down as far as it would lie over something, and no further", () => {
    const places = placesIn(LINE, null);
    const look = places["look"] ?? { x: 0, y: 0 };
    const keep = places["keep"] ?? { x: 0, y: 0 };
    const down = roomBelow(LINE, null, [{ x: look.x + 48, y: look.y + 48 }, { x: keep.x + 48, y: keep.y + 48 }]);
    expect(look.y + 48 + down).toBeGreaterThanOrEqual(look.y + NODE.height + 8);
    expect(down).toBe(NODE.height + GAP.down);
    expect(roomBelow(LINE, null, [{ x: look.x, y: look.y + 400 }])).toBe(0);
  });
});
