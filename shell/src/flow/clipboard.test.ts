import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type Clip, fromText, paste, toText } from "./clipboard";
import { anyDraft, diceOf } from "./drafts.fixtures";
import { apply } from "./edits";
import { search } from "./find";
import { blankStep } from "./kinds";
import { draftOf, stepOf } from "./model";
import { bind, canConnect } from "./ports";
import { fits, lookUp, referencesOf, typeName, typeOf } from "./references";
import { statesOf } from "./runs";

const draft = draftOf({
  id: "report",
  title: "Report",
  description: "",
  project: null,
  budget: null,
  at_once: 8,
  graph: {
    inputs: { topic: { type: "string" } },
    state: { notes: { type: "array", items: { type: "string" } } },
    nodes: [
      { ...blankStep("call", "search"), call: { capability: "web.search", params: {} }, writes: ["notes"] },
      { ...blankStep("agent", "draft"), title: "Redação", dependencies: ["search"], prompt: "Use {{steps.search.result}}" },
      { ...blankStep("call", "send"), call: { capability: "mail.send", params: { text: "Olá" } }, dependencies: ["draft"] },
      blankStep("human", "ask"),
    ],
    output: null,
  },
  canvas: { positions: { search: { x: 100, y: 50 }, draft: { x: 400, y: 80 } }, notes: [{ id: "n", text: "Não esqueça", at: { x: 90, y: 10 }, width: 200, height: 40, color: "amber" }], pins: { search: { items: ["a"] } } },
});

const returns = () => ({ type: "object", properties: { items: { type: "array", items: { type: "string" } }, count: { type: "integer" } }, additionalProperties: false });

describe("copied steps", () => {
  it("are pasted with names of their own, what they say of each other, and where they stood to each other (ST-20)", () => {
    const clip = fromText(toText(draft, ["search", "draft"], ["n"])) as Clip;
    expect(clip.left_out).toEqual([]);
    const { draft: after, refused } = apply(draft, paste(draft, clip, { x: 1_000, y: 1_000 }));
    expect(refused).toEqual([]);
    expect(after.graph.nodes.map(({ id }) => id)).toEqual(["search", "draft", "send", "ask", "search_2", "draft_2"]);
    expect(stepOf(after, "draft_2")).toMatchObject({ dependencies: ["search_2"], prompt: "Use {{steps.search_2.result}}" });
    expect(after.canvas?.positions).toMatchObject({ search_2: { x: 1_010, y: 1_040 }, draft_2: { x: 1_310, y: 1_070 } });
    expect(after.canvas?.notes[1]).toMatchObject({ id: "n_2", at: { x: 1_000, y: 1_000 } });
    expect(after.canvas?.pins["search_2"]).toEqual({ items: ["a"] });
  });

  it("come back from text as they were, in an empty workflow under their own names", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const source = anyDraft(diceOf(seed));
        const ids = source.graph.nodes.map(({ id }) => id);
        const clip = fromText(toText(source, ids)) as Clip;
        expect(clip.steps).toEqual(source.graph.nodes);
        const empty = { ...draft, id: "other", graph: { inputs: {}, state: {}, nodes: [], output: null }, canvas: null };
        expect(apply(empty, paste(empty, clip, { x: 0, y: 0 })).draft.graph.nodes).toEqual(source.graph.nodes);
        const twice = apply(source, paste(source, clip, { x: 0, y: 0 }));
        expect(twice.refused).toEqual([]);
        expect(twice.draft.graph.nodes).toHaveLength(2 * ids.length);
        expect(twice.draft.graph.nodes.slice(0, ids.length)).toEqual(source.graph.nodes);
      }),
      { numRuns: 100 },
    );
  });

  it("keep what they waited for only in the graph they come from", () => {
    const clip = fromText(toText(draft, ["draft"])) as Clip;
    const ids = (target: typeof draft) => apply(target, paste(target, clip, { x: 0, y: 0 })).draft.graph.nodes.at(-1)?.dependencies;
    expect(ids(draft)).toEqual(["search"]);
    expect(ids({ ...draft, id: "other" })).toEqual([]);
  });

  it("from a text of somebody else are taken as far as they are understood, and the rest is told", () => {
    expect(fromText("hello")).toEqual({ code: "not_json" });
    expect(fromText('{"nodes": []}')).toEqual({ code: "not_steps" });
    const text = JSON.stringify({ type: "aule.steps", steps: [{ id: "a", kind: "agent", prompt: 5, colour: "red", dependencies: "b" }, { id: "../x", kind: "agent" }, 7] });
    expect(fromText(text)).toMatchObject({
      steps: [blankStep("agent", "a")].map((step) => ({ ...step, prompt: null })),
      left_out: ["steps[0].prompt", "steps[0].colour", "steps[0].dependencies", "steps[1]", "steps[2]"],
    });
  });
});

describe("connections", () => {
  it("are refused with the reason", () => {
    const code = (from: string, to: string) => canConnect(draft, from, to)?.code ?? null;
    expect(code("search", "ask")).toBeNull();
    expect(code("search", "search")).toBe("itself");
    expect(code("search", "draft")).toBe("twice");
    expect(canConnect(draft, "send", "search")).toEqual({ code: "circle", circle: ["search", "draft", "send"] });
    expect(code("nobody", "search")).toBe("unknown");
    expect(code("search", "_inputs")).toBe("into_inputs");
    expect(code("_output", "search")).toBe("from_output");
    expect(code("_inputs", "search")).toBe("end");
  });

  it("of a result with a parameter also let the step wait for it, unless types or order forbid it (ST-20)", () => {
    expect(bind(draft, "steps.search.result.items", "ask", "question.message")).toEqual([
      { type: "connect", from: "search", to: "ask" },
      { type: "changeStep", id: "ask", fields: { question: { options: [], free_text: true, message: "{{steps.search.result.items}}" } } },
    ]);
    expect(bind(draft, "steps.search.result.count", "send", "params.text", { from: { type: "integer" }, to: { type: "string" } })).toEqual({ code: "type", from: "integer", to: "string" });
    expect(bind(draft, "steps.send.result", "search", "params.query")).toMatchObject({ code: "circle" });
    expect(bind(draft, "nonsense.x", "send", "params.text")).toEqual({ code: "path" });
    expect(bind(draft, "state.notes", "send", "params.text")).toEqual([
      { type: "changeStep", id: "send", fields: { call: { capability: "mail.send", params: { text: "{{state.notes}}" } } } },
    ]);
    expect(bind(draft, "steps.send.result", "_output", "output")).toEqual([{ type: "setOutput", output: "{{steps.send.result}}", inside: null }]);
  });
});

describe("references", () => {
  it("are what a step may look at, with type and last value", () => {
    const found = referencesOf(draft, "draft", { returns, inputs: { topic: "birds" } });
    expect(found.map(({ text, schema, value }) => [text, typeName(schema), value])).toEqual([
      ["inputs.topic", "string", "birds"],
      ["state.notes", "array", undefined],
      ["steps.search.result", "object", { items: ["a"] }],
      ["steps.search.result.items", "array", ["a"]],
      ["steps.search.result.count", "integer", undefined],
    ]);
    expect(referencesOf(draft, "search").map(({ text }) => text)).toEqual(["inputs.topic"]);
  });

  it("fit or do not, with the reason", () => {
    expect(fits({ type: "integer" }, { type: "number" })).toBeNull();
    expect(fits({}, { type: "number" })).toBeNull();
    expect(fits({ type: ["string", "null"] }, { anyOf: [{ type: "string" }, { type: "null" }] })).toBeNull();
    expect(fits({ anyOf: [{ type: "null" }, { type: "object" }] }, { type: "array" })).toMatchObject({ code: "type", from: "object" });
    expect(fits({ type: "array", items: { type: "boolean" } }, { type: "array", items: { type: "number" } })).toEqual({ code: "type", from: "boolean", to: "number", field: "[]" });
    expect(fits({ type: "string" }, { type: "number" }), "a text may say a number").toBeNull();
    expect(fits({ type: "number" }, { type: "string" })).toMatchObject({ code: "type" });
    expect(fits(returns(), { type: "object", required: ["text"] })).toMatchObject({ code: "lacks", field: "text" });
    expect(fits({ enum: ["a"] }, { enum: ["b"] })).toMatchObject({ code: "choice" });
    const tree = { $ref: "#/$defs/Node", $defs: { Node: { type: "object", properties: { next: { $ref: "#/$defs/Node" } } } } };
    expect(fits(tree, tree)).toBeNull();
  });

  it("have the type the engine finds", () => {
    expect(typeOf(returns(), ["items", 0])).toEqual({ type: "string" });
    expect(typeOf({ type: "array", items: returns() }, ["count"])).toEqual({ type: "array", items: { type: "integer" } });
    expect(typeOf(returns(), ["nothing"])).toBeNull();
    expect(typeOf({}, ["anything"])).toEqual({});
    expect(lookUp([{ id: 1 }, { id: 2 }], ["id"])).toEqual([1, 2]);
  });
});

describe("search and runs", () => {
  it("finds words in steps and notes whatever the case and the accents", () => {
    expect(search(draft, "REDACAO").map(({ id, field }) => [id, field])).toEqual([["draft", "title"]]);
    expect(search(draft, "ola send").map(({ id }) => id)).toEqual(["send"]);
    expect(search(draft, "nao").map(({ type, id }) => [type, id])).toEqual([["note", "n"]]);
    expect(search(draft, "  ")).toEqual([]);
  });

  it("tells how a node stands from all repetitions of its step (ST-21)", () => {
    const view = {
      inside: null, kind: "call", title: "", after: [], capability: null, effect: null, agent: null, done: null, total: null, attempt: 1, started_at: null,
      finished_at: null, again_at: null, moment: null, approval: null, error: null, run: null, call: null, artifacts: [], stops_before: false,
      stops_after: false, repeats: false, condition: null, origin: null, skipped: null, size: null,
    } as const;
    const usage = { tokens_in: 5, tokens_out: 2, cost: 0.5, model_calls: 1 };
    const states = statesOf([
      { ...view, artifacts: [], after: [], usage: null, place: "loop", status: "running", done: 1, total: 2, started_at: "2026-01-01T00:00:00Z" },
      { ...view, artifacts: [], after: [], usage, place: "loop[0]/read", status: "done" },
      { ...view, artifacts: [], after: [], usage, place: "loop[1]/read", status: "waiting", moment: "approval" },
    ]);
    expect(states.get("loop")).toMatchObject({ status: "running", progress: { done: 1, total: 2 }, startedAt: "2026-01-01T00:00:00Z", finishedAt: null });
    expect(states.get("loop/read")).toMatchObject({ status: "waiting", isAsking: true, tokens: 14, cost: 1, places: ["loop[0]/read", "loop[1]/read"] });
  });
});
