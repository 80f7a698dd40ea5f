import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { adopt, closure, parts } from "./adopt";
import { compare, editsOf, isEqual } from "./diff";
import { anyDraft, anyEdit, below, diceOf } from "./drafts.fixtures";
import { apply, type Edit } from "./edits";
import { EMPTY_HISTORY, record, redo, seal, trimmed, undo } from "./history";
import { blankStep } from "./kinds";
import { findCircle } from "./layers";
import { type Draft, draftOf, placesOf, stepOf } from "./model";

const draft = draftOf({
  id: "report",
  title: "Report",
  description: "",
  project: null,
  budget: null,
  at_once: 8,
  graph: {
    inputs: {},
    state: {},
    nodes: [
      blankStep("agent", "search"),
      { ...blankStep("agent", "draft"), dependencies: ["search"], prompt: "Use {{steps.search.result}}" },
      { ...blankStep("call", "publish"), dependencies: ["draft"] },
    ],
    output: null,
  },
});

/** A draft and what some random edits make of it. */
function anyChange(seed: number, edits: number): readonly [Draft, Draft] {
  const dice = diceOf(seed);
  const before = anyDraft(dice);
  let after = before;
  for (let count = 0; count < edits; count += 1) after = apply(after, [anyEdit(dice, after)]).draft;
  return [before, after];
}

describe("edits", () => {
  it("are taken back exactly by their inverse, whatever they are (ST-20)", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 12 }), (seed, count) => {
        const dice = diceOf(seed);
        const before = anyDraft(dice);
        const edits: Edit[] = [];
        let now = before;
        for (let each = 0; each < count; each += 1) {
          edits.push(anyEdit(dice, now));
          now = apply(now, edits.slice(-1)).draft;
        }
        const { draft: after, inverse, refused } = apply(before, edits);
        expect(after).toEqual(now);
        const back = apply(after, inverse);
        expect(back.draft).toStrictEqual(before);
        expect(back.refused).toEqual([]);
        expect(refused.length).toBeLessThanOrEqual(edits.length);
      }),
      { numRuns: 400 },
    );
  });

  it("let what waited for a removed step wait for what came before it", () => {
    const { draft: after } = apply(draft, [{ type: "removeStep", id: "draft" }]);
    expect(stepOf(after, "publish")?.dependencies).toEqual(["search"]);
  });

  it("that cannot be done are left out and told, all others are done", () => {
    const edits: Edit[] = [
      { type: "addStep", step: blankStep("human", "draft") },
      { type: "connect", from: "publish", to: "search" },
      { type: "setDetails", fields: { title: "New" } },
      { type: "renameStep", id: "search", to: "two words" },
    ];
    const { draft: after, refused } = apply(draft, edits);
    expect(after).toEqual({ ...draft, title: "New" });
    expect(refused.map(({ code }) => code)).toEqual(["taken", "circle", "bad_id"]);
  });

  it("reach steps in graphs inside by their place", () => {
    const loop = blankStep("loop", "loop");
    const start = apply(draft, [{ type: "addStep", step: loop, at: { x: 1, y: 2 } }]).draft;
    const edits: Edit[] = [
      { type: "addStep", step: blankStep("call", "inner"), inside: "loop" },
      { type: "connect", from: "loop/step_1", to: "loop/inner" },
      { type: "move", positions: { "loop/inner": { x: 5, y: 6 } } },
      { type: "renameStep", id: "loop", to: "rounds" },
      { type: "renameStep", id: "rounds/inner", to: "call" },
    ];
    const after = apply(start, edits).draft;
    expect(placesOf(after.graph)).toEqual(["search", "draft", "publish", "rounds", "rounds/step_1", "rounds/call"]);
    expect(stepOf(after, "rounds/call")?.dependencies).toEqual(["step_1"]);
    expect(after.canvas?.positions).toEqual({ rounds: { x: 1, y: 2 }, "rounds/call": { x: 5, y: 6 } });
  });
});

describe("differences", () => {
  it("as edits lead from one draft exactly to the other (ST-22)", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (one, other) => {
        const [before, after] = [anyDraft(diceOf(one)), anyDraft(diceOf(other))];
        const applied = apply(before, editsOf(before, after));
        expect(applied.draft).toStrictEqual(after);
        expect(applied.refused).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("of graphs that cannot run are found as well", () => {
    const circle = apply(draft, [{ type: "changeStep", id: "search", fields: { dependencies: ["publish", "nobody", "nobody"] } }]).draft;
    const twins: Draft = { ...draft, graph: { ...draft.graph, nodes: [...draft.graph.nodes, blankStep("human", "draft")] } };
    for (const odd of [circle, twins]) {
      expect(apply(draft, editsOf(draft, odd)).draft).toEqual(odd);
      expect(apply(odd, editsOf(odd, draft)).draft).toEqual(draft);
    }
  });

  it("tell what was added, changed and removed, and which edges", () => {
    const after = apply(draft, [
      { type: "addStep", step: { ...blankStep("human", "review"), dependencies: ["draft"] } },
      { type: "disconnect", from: "draft", to: "publish" },
      { type: "connect", from: "review", to: "publish" },
      { type: "changeStep", id: "draft", fields: { title: "Write" } },
    ]).draft;
    const comparison = compare(draft, after);
    expect(Object.fromEntries(comparison.steps)).toEqual({ search: "same", draft: "changed", publish: "same", review: "added" });
    expect(comparison.fields.get("draft")).toEqual(["title"]);
    expect(comparison.edges.added).toEqual([{ from: "review", to: "publish" }, { from: "draft", to: "review" }]);
    expect(comparison.edges.gone).toEqual([{ from: "draft", to: "publish" }]);
    expect(isEqual(compare(draft, draft))).toBe(true);
    expect(isEqual(comparison, { isDrawingIgnored: true })).toBe(false);
  });
});

describe("a proposal", () => {
  it("taken over whole is what was proposed, not at all what there was, and in parts always a sound graph (ST-22)", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 10 }), (seed, count) => {
        const [before, after] = anyChange(seed, count);
        const all = parts(compare(before, after)).map(({ id }) => id);
        expect(adopt(before, after, all)).toEqual(after);
        expect(adopt(before, after, [])).toEqual(before);
        const dice = diceOf(seed + 1);
        const chosen = all.filter(() => below(dice, 2) === 0);
        const mixed = adopt(before, after, chosen);
        expectSound(mixed, before, after);
        // What was chosen is there, and nothing else but what it needs.
        const left = new Set(parts(compare(mixed, after)).map(({ id }) => id));
        for (const id of closure(before, after, chosen)) if (/^(added|gone|changed|detail|input|state|output|note):/.test(id)) expect(left).not.toContain(id);
      }),
      { numRuns: 300 },
    );
  });

  it("brings the new step when only the edge from it is chosen", () => {
    const after = apply(draft, [
      { type: "addStep", step: { ...blankStep("human", "review"), dependencies: ["draft"] } },
      { type: "disconnect", from: "draft", to: "publish" },
      { type: "connect", from: "review", to: "publish" },
    ]).draft;
    const mixed = adopt(draft, after, ["edge:review>publish"]);
    expect(stepOf(mixed, "review")?.dependencies).toEqual(["draft"]);
    expect(stepOf(mixed, "publish")?.dependencies).toEqual(["draft", "review"]);
  });

  it("that turns an edge round takes the old direction away, too", () => {
    const after = apply(draft, [
      { type: "disconnect", from: "draft", to: "publish" },
      { type: "connect", from: "publish", to: "draft" },
    ]).draft;
    expect(findCircle(adopt(draft, after, ["edge:publish>draft"]).graph)).toBeNull();
  });
});

function expectSound(mixed: Draft, before: Draft, after: Draft): void {
  const ids = mixed.graph.nodes.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const step of mixed.graph.nodes) for (const id of step.dependencies) expect(ids).toContain(id);
  if (findCircle(before.graph) === null && findCircle(after.graph) === null) expect(findCircle(mixed.graph)).toBeNull();
}

describe("history", () => {
  it("goes back to the first draft and forth to the last one", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 15 }), (seed, count) => {
        const dice = diceOf(seed);
        const first = anyDraft(dice);
        let [now, history] = [first, EMPTY_HISTORY];
        for (let each = 0; each < count; each += 1) {
          const applied = apply(now, [anyEdit(dice, now)]);
          history = record(history, applied, below(dice, 2) === 0 ? "typing" : null);
          now = applied.draft;
        }
        const last = now;
        // As it is written down when the canvas is left for the text.
        history = JSON.parse(JSON.stringify(trimmed(history))) as typeof history;
        for (let back = undo(history, now); back !== null; back = undo(history, now)) [now, history] = [back.draft, back.history];
        expect(now).toEqual(first);
        for (let forth = redo(history, now); forth !== null; forth = redo(history, now)) [now, history] = [forth.draft, forth.history];
        expect(now).toEqual(last);
      }),
      { numRuns: 150 },
    );
  });

  it("takes a drag back as one change, and what follows it as another", () => {
    let [now, history] = [draft, EMPTY_HISTORY];
    const drag = (x: number) => {
      const applied = apply(now, [{ type: "move", positions: { search: { x, y: 0 } } }]);
      [now, history] = [applied.draft, record(history, applied, "drag:search")];
    };
    [1, 2, 3].forEach(drag);
    history = seal(history);
    [4, 5].forEach(drag);
    expect(history.past).toHaveLength(2);
    const back = undo(history, now);
    expect(back?.draft.canvas?.positions).toEqual({ search: { x: 3, y: 0 } });
    expect(back && undo(back.history, back.draft)?.draft).toEqual(draft);
  });

  it("keeps its latest changes where there is no room for all (ST-22)", () => {
    let [now, history] = [draft, EMPTY_HISTORY];
    for (const title of ["One", "Two", "Three"]) {
      const applied = apply(now, [{ type: "setDetails", fields: { title } }]);
      [now, history] = [applied.draft, record(history, applied)];
    }
    const { past } = trimmed(history, 2 * JSON.stringify(history.past.at(-1)).length);
    expect(past).toEqual(history.past.slice(1));
  });

  it("keeps what others changed meanwhile", () => {
    const renamed = apply(draft, [{ type: "renameStep", id: "search", to: "find" }]);
    const history = record(EMPTY_HISTORY, renamed);
    const others = apply(renamed.draft, [{ type: "changeStep", id: "find", fields: { prompt: "Find it" } }]).draft;
    const back = undo(history, others);
    expect(back?.draft).toEqual(apply(draft, [{ type: "changeStep", id: "search", fields: { prompt: "Find it" } }]).draft);
    expect(back?.refused).toEqual([]);
  });
});
