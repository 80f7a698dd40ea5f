import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Graph, Step } from "@/api";
import { adopt, parts } from "./adopt";
import { compare, renamesOf } from "./diff";
import { anyDraft, anyEdit, anyStep, below, type Dice, diceOf, oneOf } from "./drafts.fixtures";
import { apply, type Edit } from "./edits";
import { blankStep, emptyStep, freshId } from "./kinds";
import { findCircle } from "./layers";
import { type Conflict, merge } from "./merge";
import { type Draft, draftOf, isSame, placesOf, stepOf } from "./model";

const base = draftOf({
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
      { ...blankStep("agent", "search"), prompt: "Search" },
      { ...blankStep("call", "send"), call: { capability: "mail.send", params: { to: "a", text: "b" } }, dependencies: ["search"] },
      blankStep("human", "ask"),
    ],
    output: null,
  },
});

const edited = (draft: Draft, ...edits: Edit[]): Draft => apply(draft, edits).draft;

function anyEdits(dice: Dice, draft: Draft, count: number): Draft {
  let now = draft;
  for (let each = 0; each < count; each += 1) now = edited(now, anyEdit(dice, now));
  return now;
}

describe("merging", () => {
  it("takes what only one side changed, and what both changed alike (ST-22)", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 8 }), (seed, count) => {
        const dice = diceOf(seed);
        const start = anyDraft(dice);
        const other = anyEdits(dice, start, count);
        expect(merge(start, start, other)).toEqual({ draft: other, conflicts: [] });
        expect(merge(start, other, start)).toEqual({ draft: other, conflicts: [] });
        expect(merge(start, other, other)).toEqual({ draft: other, conflicts: [] });
      }),
      { numRuns: 100 },
    );
  });

  it("takes one side as it is beside an unrelated change of the other", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 8 }), (seed, count) => {
        const dice = diceOf(seed);
        const start = anyDraft(dice);
        const other = { ...anyEdits(dice, start, count), description: start.description };
        const told = { ...start, description: "Told by the other side" };
        expect(merge(start, told, other)).toEqual({ draft: { ...other, description: told.description }, conflicts: [] });
        expect(merge(start, other, told)).toEqual({ draft: { ...other, description: told.description }, conflicts: [] });
      }),
      { numRuns: 200 },
    );
  });

  it("keeps every value of both sides in the draft or in a conflict, and the graph sound", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 }), (seed, one, two) => {
        const dice = diceOf(seed);
        const start = anyDraft(dice);
        const [mine, theirs] = [anyEdits(dice, start, one), anyEdits(dice, start, two)];
        const { draft, conflicts } = merge(start, mine, theirs);
        expectAllThere(start, mine, theirs, draft, conflicts);
        const ids = draft.graph.nodes.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const step of draft.graph.nodes) for (const id of step.dependencies) expect(ids).toContain(id);
        expect(findCircle(draft.graph)).toBeNull();
      }),
      { numRuns: 400 },
    );
  });

  it("takes parameters of one call from both sides, and tells where both changed the same one", () => {
    const params = (values: Record<string, unknown>): Edit => ({ type: "changeStep", id: "send", fields: { call: { capability: "mail.send", params: values } } });
    const mine = edited(base, params({ to: "mine", text: "b", copy: "c" }));
    const theirs = edited(base, params({ to: "theirs", text: "t" }));
    const { draft, conflicts } = merge(base, mine, theirs);
    expect(stepOf(draft, "send")?.call?.params).toEqual({ to: "mine", text: "t", copy: "c" });
    expect(conflicts).toEqual([{ step: "send", field: "call.params.to", mine: "mine", theirs: "theirs" }]);
  });

  it("keeps a step that one side removed and the other one changed or began to use", () => {
    const removed = edited(base, { type: "removeStep", id: "search" });
    const changed = edited(base, { type: "changeStep", id: "search", fields: { prompt: "Search more" } });
    const used = edited(base, { type: "changeStep", id: "ask", fields: { dependencies: ["search"], when: "steps.search.result.found" } });
    for (const other of [changed, used]) {
      for (const [mine, theirs] of [[removed, other], [other, removed]] as const) {
        const { draft, conflicts } = merge(base, mine, theirs);
        expect(stepOf(draft, "search")).toEqual(stepOf(other, "search"));
        expect(conflicts).toEqual([{ step: "search", field: "step", mine: stepOf(mine, "search") ?? undefined, theirs: stepOf(theirs, "search") ?? undefined }]);
      }
    }
    expect(merge(base, removed, edited(base, { type: "setDetails", fields: { title: "New" } })).draft).toEqual({ ...removed, title: "New" });
  });

  it("keeps the place and the sample of a step that stays though one side removed it (ST-22)", () => {
    const drawn = edited(base, { type: "move", positions: { search: { x: 1, y: 2 } } }, { type: "pin", id: "search", value: 7 });
    const removed = edited(drawn, { type: "removeStep", id: "search" });
    const changed = edited(drawn, { type: "changeStep", id: "search", fields: { prompt: "Search more" } });
    for (const [mine, theirs] of [[removed, changed], [changed, removed]] as const) {
      expect(merge(drawn, mine, theirs).draft.canvas).toEqual(drawn.canvas);
    }
  });

  it("leaves out an edge of theirs that would close a circle with one of mine, and tells", () => {
    const mine = edited(base, { type: "connect", from: "ask", to: "search" });
    const theirs = edited(base, { type: "connect", from: "send", to: "ask" });
    const { draft, conflicts } = merge(base, mine, theirs);
    expect(findCircle(draft.graph)).toBeNull();
    expect(conflicts).toEqual([{ step: "ask", field: "dependencies", mine: [], theirs: ["send"] }]);
  });

  it("keeps two new steps of the same name under two names", () => {
    const mine = edited(base, { type: "addStep", step: { ...blankStep("agent", "review"), prompt: "Mine" } });
    const step: Step = { ...blankStep("agent", "review"), prompt: "Theirs" };
    const theirs = edited(base, { type: "addStep", step }, { type: "changeStep", id: "ask", fields: { dependencies: ["review"], when: "steps.review.result == 1" } });
    const { draft, conflicts } = merge(base, mine, theirs);
    expect(stepOf(draft, "review")?.prompt).toBe("Mine");
    expect(stepOf(draft, "review_2")?.prompt).toBe("Theirs");
    expect(stepOf(draft, "ask")).toMatchObject({ dependencies: ["review_2"], when: "steps.review_2.result == 1" });
    expect(conflicts).toEqual([{ step: "review", field: "twin", mine: "review", theirs: "review_2" }]);
  });
});

/** Everything either side has is in the draft, was removed by the other side that saw it unchanged, or is a conflict. */
function expectAllThere(start: Draft, mine: Draft, theirs: Draft, draft: Draft, conflicts: readonly Conflict[]): void {
  const told = (name: string) => conflicts.filter(({ field }) => field === name).map((each) => [String(each.mine), String(each.theirs)] as const);
  // A twin of theirs got another name; of two new names for one step, mine is taken.
  const renamed = new Map([...told("twin"), ...told("id").map(([to, from]) => [from, to] as const)]);
  // A new name of one step changes what others say of it.
  const hasNewNames = renamed.size > 0 || [mine, theirs].some(({ graph }) => renamesOf(start.graph, graph).size > 0);
  for (const [side, other] of [[mine, theirs], [theirs, mine]] as const) {
    for (const step of side.graph.nodes) {
      const ownName = side === theirs ? (renamed.get(step.id) ?? step.id) : step.id;
      const id = renamesOf(start.graph, other.graph).get(step.id) ?? ownName;
      const [was, now] = [stepOf(start, step.id), stepOf(draft, id)];
      const isRemoved = was !== null && stepOf(other, step.id) === null;
      if (now === null) {
        expect(isRemoved && (hasNewNames || isSame({ ...was, dependencies: [] }, { ...step, dependencies: [] }))).toBe(true);
        continue;
      }
      if (hasNewNames) continue;
      for (const name of Object.keys(step) as (keyof Step)[]) {
        if (name === "dependencies" || isSame(step[name], (was ?? emptyStep(step.kind, step.id))[name]) || isSame(now[name], step[name])) continue;
        const values = conflicts.filter((each) => each.step?.split("/")[0] === step.id && each.field.split(".")[0] === name);
        const isMixed = name === "call" || name === "inputs" || name === "graph";
        if (!isMixed) expect(values.map((each) => (side === mine ? each.mine : each.theirs))).toContainEqual(step[name]);
      }
    }
    if (!isSame(side.title, start.title) && !isSame(side.title, draft.title)) expect(conflicts.map(({ field }) => field)).toContain("title");
  }
}

describe("three writers", () => {
  it("never lose a step that nobody removed without telling, in a thousand edits of canvas, chat and text (ST-22)", () => {
    const { draft, born, removed, told } = writeTogether(diceOf(1), 1_000);
    const alive = marksOf(draft);
    expect([...born].filter((mark) => !removed.has(mark) && !alive.has(mark) && !told.has(mark))).toEqual([]);
    expect(told.size).toBeLessThan(5);
    expect(born.size).toBeGreaterThan(100);
    expect(findCircle(draft.graph)).toBeNull();
  });
});

interface Writer {
  /** What is stored when it began, and what it made of that. */
  base: Draft;
  own: Draft;
}

/** What is stored after so many edits. Each writer works on its own copy and brings it in now and then. */
function writeTogether(dice: Dice, count: number): { draft: Draft; born: Set<string>; removed: Set<string>; told: Set<string> } {
  const born = new Set<string>();
  const removed = new Set<string>();
  const told = new Set<string>();
  let stored = base;
  const writers = { canvas: { base, own: base }, chat: { base, own: base }, text: { base, own: base } } satisfies Record<string, Writer>;
  for (let each = 0; each < count; each += 1) {
    const name = oneOf(dice, ["canvas", "chat", "text"] as const);
    const writer: Writer = writers[name];
    const edit = markedEdit(dice, writer.own, each);
    const before = marksOf(writer.own);
    writer.own = edited(writer.own, edit);
    const left = marksOf(writer.own);
    for (const mark of before) if (!left.has(mark)) removed.add(mark);
    if (below(dice, 6) > 0) continue;
    const chosen = parts(compare(writer.base, writer.own)).map(({ id }) => id).filter(() => name !== "chat" || below(dice, 3) > 0);
    const own = adopt(writer.base, writer.own, chosen);
    for (const mark of marksOf(own)) born.add(mark);
    const merged = merge(writer.base, own, stored);
    for (const { field, theirs } of merged.conflicts) if (field === "description") told.add(String(theirs));
    stored = merged.draft;
    writer.base = writer.own = stored;
  }
  return { draft: stored, born, removed, told };
}

/** An edit at random; a new step has a mark that nothing else changes. Steps are added more often than removed. */
function markedEdit(dice: Dice, draft: Draft, number: number): Edit {
  if (below(dice, 3) === 0 || placesOf(draft.graph).length < 3) {
    const near = draft.graph.nodes.map(({ id }) => id);
    const step = anyStep(dice, freshId(draft, oneOf(dice, ["search", "review", "publish"])), near.slice(-5), 0);
    return { type: "addStep", step: { ...step, description: `mark ${number}` } };
  }
  const edit = anyEdit(dice, draft);
  if (edit.type === "addStep") return { ...edit, step: { ...edit.step, description: `mark ${number}` } };
  if (edit.type !== "changeStep") return edit;
  const { description: _, ...fields } = edit.fields;
  return { ...edit, fields };
}

function marksOf(draft: Draft): Set<string> {
  const textsIn = (graph: Graph): string[] => graph.nodes.flatMap((step) => [step.description, ...(step.graph === null ? [] : textsIn(step.graph))]);
  return new Set(textsIn(draft.graph).filter((text) => text.startsWith("mark ")));
}
