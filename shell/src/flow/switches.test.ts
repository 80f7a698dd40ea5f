import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { anyDraft, below, diceOf } from "./drafts.fixtures";
import { apply } from "./edits";
import { emptyStep } from "./kinds";
import { type Draft, draftOf, placesOf, stepOf } from "./model";
import { statesOf } from "./runs";
import { isOff, switched } from "./switches";

const now = (draft: Draft, places: readonly string[]) => places.map((place) => stepOf(draft, place)?.disabled);

describe("switching steps off", () => {
  it("leaves all of them alike, touches nothing else, and is taken back exactly (ST-20)", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const dice = diceOf(seed);
        const draft = anyDraft(dice);
        const places = placesOf(draft.graph).filter(() => below(dice, 2) === 0);
        const wasOn = now(draft, places).includes(false);
        const done = apply(draft, switched(draft, [...places, "nowhere", "_inputs"]));
        expect(done.refused).toEqual([]);
        expect(new Set(now(done.draft, places))).toEqual(new Set(places.length === 0 ? [] : [wasOn]));
        for (const place of placesOf(draft.graph)) {
          const [before, after] = [stepOf(draft, place), stepOf(done.draft, place)];
          if (!places.includes(place) && before?.graph === null) expect(after).toEqual(before);
        }
        expect(apply(done.draft, done.inverse).draft).toStrictEqual(draft);
      }),
    );
  });

  it("does nothing where there is no step, and once more it is as it was", () => {
    const draft = draftOf({
      id: "a",
      title: "",
      description: "",
      project: null,
      budget: null,
      at_once: 8,
      graph: { inputs: {}, state: {}, nodes: [emptyStep("call", "one"), emptyStep("call", "two")], output: null },
    });
    expect(switched(draft, ["_output", "note:1"])).toEqual([]);
    const off = apply(draft, switched(draft, ["one"])).draft;
    expect(now(off, ["one", "two"])).toEqual([true, false]);
    expect(now(apply(off, switched(off, ["one", "two"])).draft, ["one", "two"])).toEqual([true, true]);
    expect(apply(off, switched(off, ["one"])).draft).toEqual(draft);
  });

  it("counts for every step inside", () => {
    const inner = { inputs: {}, state: {}, nodes: [emptyStep("call", "in")], output: null };
    const outer = { ...emptyStep("workflow", "out"), graph: inner, disabled: true };
    const graph = { inputs: {}, state: {}, nodes: [outer], output: null };
    expect(isOff({ graph }, "out/in")).toBe(true);
    expect(isOff({ graph: { ...graph, nodes: [{ ...outer, disabled: false }] } }, "out/in")).toBe(false);
  });

  it("is told of a run, with how much each step gave", () => {
    const view = {
      inside: null, kind: "call", title: "", after: [], capability: null, effect: null, agent: null, done: null, total: null, attempt: 1, started_at: null,
      finished_at: null, again_at: null, moment: null, approval: null, error: null, run: null, call: null, artifacts: [], stops_before: false,
      stops_after: false, repeats: false, condition: null, origin: null, usage: null, skipped: null, size: null,
    } as const;
    const size = { unit: "items", count: 12, field: null } as const;
    const base = { ...view, after: [], artifacts: [] };
    const states = statesOf([
      { ...base, place: "off", status: "skipped", skipped: "disabled" },
      { ...base, place: "list", status: "done", size },
      { ...base, place: "loop[0]/each", status: "done", size },
      { ...base, place: "loop[1]/each", status: "done", size },
    ]);
    expect(states.get("off")).toMatchObject({ status: "skipped", skipped: "disabled" });
    expect(states.get("list")?.size).toEqual(size);
    // Of several repetitions no one number is true.
    expect(states.get("loop/each")?.size).toBeNull();
  });
});
