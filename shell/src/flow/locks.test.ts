import { describe, expect, it } from "vitest";

import type { Graph } from "@/api";
import { anyDraft, diceOf } from "./drafts.fixtures";
import { apply } from "./edits";
import { emptyStep } from "./kinds";
import { begunIn, outermost, touched, withKept } from "./locks";
import { draftOf, INPUTS } from "./model";

const step = (id: string, ...dependencies: string[]) => ({ ...emptyStep("condition", id), dependencies });
const graph: Graph = { inputs: {}, state: {}, nodes: [step("a"), step("b", "a"), step("c", "b")], output: null };
const draft = draftOf({ id: "w", title: "", description: "", project: null, budget: null, at_once: 8, graph });
const begun = new Set(["a"]);

describe("what has begun", () => {
  it("is every step of the outermost graph that is neither before its turn nor next", () => {
    const views = [
      { place: "a", inside: null, status: "done" },
      { place: "b", inside: null, status: "waiting" },
      { place: "b/inner", inside: "b", status: "running" },
      { place: "c", inside: null, status: "ready" },
      { place: "d", inside: null, status: "pending" },
      { place: "e", inside: null, status: "skipped" },
    ] as const;
    expect(begunIn(views)).toEqual(new Set(["a", "b", "e"]));
    expect(["a", "a[2]", "a/b", "a[1]/b"].map(outermost)).toEqual(["a", "a", "a", "a"]);
  });

  it("may not be changed, removed, renamed or made to wait, and what is to come may", () => {
    const after = (edits: Parameters<typeof apply>[1]) => touched(graph, apply(draft, edits).draft.graph, begun);
    expect(after([{ type: "changeStep", id: "b", fields: { title: "Other" } }])).toEqual([]);
    expect(after([{ type: "addStep", step: step("d", "a") }, { type: "removeStep", id: "c" }])).toEqual([]);
    expect(after([{ type: "changeStep", id: "a", fields: { title: "Other" } }])).toEqual(["a"]);
    expect(after([{ type: "removeStep", id: "a" }])).toEqual(["a"]);
    expect(after([{ type: "renameStep", id: "a", to: "z" }])).toEqual(["a"]);
    expect(after([{ type: "addStep", step: step("d") }, { type: "connect", from: "d", to: "a" }])).toEqual(["a"]);
    expect(after([{ type: "setInputs", inputs: { topic: { type: "string" } } }])).toEqual([INPUTS]);
  });

  it("is put back where the run went on meanwhile, and what was meant instead is told", () => {
    const mine = apply(draft, [
      { type: "changeStep", id: "b", fields: { title: "Mine" } },
      { type: "removeStep", id: "c" },
      { type: "addStep", step: step("d", "b") },
    ]).draft;
    const { draft: sound, lost } = withKept(mine, graph, new Set(["a", "b", "c"]));
    expect(touched(graph, sound.graph, ["a", "b", "c"])).toEqual([]);
    expect(sound.graph.nodes.map(({ id }) => id).sort()).toEqual(["a", "b", "c", "d"]);
    expect(lost.map(({ id, mine: meant }) => [id, meant?.title ?? null])).toEqual([["b", "Mine"], ["c", null]]);
    expect(withKept(mine, graph, begun)).toEqual({ draft: mine, lost: [] });
  });

  it("holds whatever was drawn", () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const dice = diceOf(seed);
      const [run, mine] = [anyDraft(dice), anyDraft(dice)];
      const kept = new Set(run.graph.nodes.map(({ id }) => id).filter(() => dice() < 0.5));
      expect(touched(run.graph, withKept(mine, run.graph, kept).draft.graph, kept)).toEqual([]);
    }
  });
});
