import { describe, expect, it } from "vitest";

import type { Graph } from "@/api";
import { emptyStep } from "./kinds";
import { draftOf } from "./model";
import { givenResults, neededResults } from "./results";

const call = (id: string, capability: string, params: Record<string, unknown> = {}, ...dependencies: string[]) => ({ ...emptyStep("call", id), call: { capability, params }, dependencies });
const graph: Graph = {
  inputs: {},
  state: { found: {} },
  nodes: [
    { ...call("look", "core.list_dir"), writes: ["found"] },
    { ...call("list", "core.list_notes", {}, "look"), title: "List the notes" },
    { ...emptyStep("human", "ask"), dependencies: ["look"] },
    { ...call("each", "core.now"), repeat: { for_each: [1], count: null, max: 100 } },
    call("keep", "core.write_file", { content: "{{steps.list.result.total}} {{state.found.path}}", path: "{{steps.each.result}}" }, "ask"),
    call("after", "core.now", {}, "keep"),
  ],
  output: null,
};
const draft = draftOf({ id: "w", title: "", description: "", project: null, budget: null, at_once: 8, graph, canvas: { pins: { list: { total: 99 } } } });
const returns = ({ call: of }: (typeof graph.nodes)[number]) => (of?.capability === "core.list_notes" ? { type: "object", properties: { total: { type: "integer" } } } : of ? { type: "object" } : null);
const last = { results: { look: { path: "." }, list: { total: 3 }, after: 1 }, graph };

describe("the results a step needs to run alone", () => {
  it("are those of the steps it waits for and looks at, also through what they share", () => {
    expect(neededResults(draft, "keep", returns, last).map(({ id, schema, value, source, isUsed, isTaken }) => [id, schema["type"], value, source, isUsed, isTaken])).toEqual([
      ["look", "object", { path: "." }, "last", true, true],
      ["list", "object", { total: 99 }, "pin", true, false],
      ["ask", "string", undefined, null, false, false],
      ["each", "array", undefined, null, true, false],
    ]);
    expect(neededResults(draft, "look", returns, last)).toEqual([]);
    expect(neededResults(draft, "nobody", returns, last)).toEqual([]);
  });

  it("are not taken over from a step that does something else by now", () => {
    const [look, ...rest] = graph.nodes;
    const then = { ...graph, nodes: [{ ...(look ?? call("look", "")), title: "Other words" }, ...rest] };
    expect(neededResults(draft, "keep", returns, { ...last, graph: then })[0]?.isTaken).toBe(true);
    const other = { ...graph, nodes: [call("look", "core.list_dir", { path: "a" }), ...rest] };
    expect(neededResults(draft, "keep", returns, { ...last, graph: other })[0]?.isTaken).toBe(false);
    expect(neededResults(draft, "keep", returns, { ...last, graph: null })[0]?.isTaken).toBe(false);
  });

  it("are given where they were typed, or would not be there by themselves", () => {
    const needed = neededResults(draft, "keep", returns, last);
    expect(givenResults(needed, { look: { path: "." }, list: { total: 99 }, ask: "7A", each: undefined })).toEqual({ list: { total: 99 }, ask: "7A" });
    expect(givenResults(needed, { look: { path: "b" } })).toEqual({ look: { path: "b" }, ask: null });
    expect(givenResults(needed, { each: null, ask: "7A" })).toEqual({ ask: "7A", each: null });
  });
});
