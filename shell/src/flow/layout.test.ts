import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Step } from "@/api";
import { anyDraft, type Dice, diceOf, below } from "./drafts.fixtures";
import { blankStep } from "./kinds";
import { align, distribute, layOut, measure, NODE_SIZE, placeMissing, tidy } from "./layout";
import { type Draft, INPUTS, OUTPUT, type Point, type Size } from "./model";
import { apply } from "./edits";

/** A draft whose steps wait for a few of the steps shortly before them. */
function largeDraft(dice: Dice, count: number): Draft {
  const nodes: Step[] = [];
  for (let number = 0; number < count; number += 1) {
    const before = number === 0 ? [] : Array.from({ length: below(dice, 3) }, () => `s${Math.max(0, number - 1 - below(dice, 12))}`);
    nodes.push({ ...blankStep("agent", `s${number}`), dependencies: [...new Set(before)] });
  }
  const graph = { inputs: {}, state: {}, nodes, output: null };
  return { id: "large", title: "Large", description: "", project: null, budget: null, at_once: 8, graph, canvas: null };
}

function anySizes(dice: Dice, draft: Draft): Record<string, Size> {
  return Object.fromEntries(draft.graph.nodes.map(({ id }) => [id, { width: 120 + below(dice, 300), height: 40 + below(dice, 200) }]));
}

function expectApart(positions: Readonly<Record<string, Point>>, sizes: Readonly<Record<string, Size>>): void {
  const boxes = Object.entries(positions).map(([id, at]) => ({ ...at, ...(sizes[id] ?? NODE_SIZE) })).sort((a, b) => a.x - b.x);
  for (const [index, one] of boxes.entries()) {
    for (const other of boxes.slice(index + 1)) {
      if (other.x >= one.x + one.width) break;
      expect(one.y + one.height <= other.y || other.y + other.height <= one.y).toBe(true);
    }
  }
}

describe("a layout", () => {
  it("lets no two nodes overlap and dependencies run from left to right, the same each time (ST-20)", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 60 }), (seed, count) => {
        const dice = diceOf(seed);
        const draft = largeDraft(dice, count);
        const sizes = anySizes(dice, draft);
        const positions = layOut(draft, { sizes });
        expect(layOut(draft, { sizes })).toEqual(positions);
        expect(Object.keys(positions).sort()).toEqual([INPUTS, OUTPUT, ...draft.graph.nodes.map(({ id }) => id)].sort());
        expectApart(positions, sizes);
        const right = (id: string) => (positions[id]?.x ?? 0) + (sizes[id]?.width ?? 0);
        for (const { id, dependencies } of draft.graph.nodes) for (const from of dependencies) expect(right(from)).toBeLessThan(positions[id]?.x ?? 0);
      }),
      { numRuns: 60 },
    );
  });

  it("draws open steps around their own steps", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const draft = anyDraft(diceOf(seed));
        const open = new Set(draft.graph.nodes.flatMap((step) => (step.graph === null ? [] : [step.id])));
        const { positions, sizes } = measure(draft, { open });
        for (const frame of [null, ...open]) {
          const within = Object.entries(positions).filter(([key]) => (frame === null ? !key.includes("/") : key.startsWith(`${frame}/`) && key.split("/").length === 2));
          expectApart(Object.fromEntries(within), sizes);
          for (const [key, at] of frame === null ? [] : within) {
            expect(at.x + (sizes[key]?.width ?? 0)).toBeLessThan(sizes[frame ?? ""]?.width ?? 0);
            expect(at.y + (sizes[key]?.height ?? 0)).toBeLessThan(sizes[frame ?? ""]?.height ?? 0);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("of what has no place yet leaves everything else where it stands, and covers nothing", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 40 }), (seed, count) => {
        const dice = diceOf(seed);
        const draft = largeDraft(dice, count);
        const all = layOut(draft);
        const kept = Object.fromEntries(Object.entries(all).filter(() => dice() < 0.6).map(([id, at]) => [id, { x: at.x + 300, y: at.y - 200 }]));
        const placed = placeMissing({ ...draft, canvas: { positions: kept, notes: [], pins: {} } });
        expect(Object.keys({ ...kept, ...placed }).sort()).toEqual(Object.keys(all).sort());
        expect(Object.keys(placed).filter((id) => id in kept)).toEqual([]);
        expectApart({ ...kept, ...placed }, {});
      }),
      { numRuns: 60 },
    );
  });

  it("takes notes along and covers none of them", () => {
    const draft = largeDraft(diceOf(5), 20);
    const positions = Object.fromEntries(draft.graph.nodes.map(({ id }, index) => [id, { x: index * 20, y: index * 20 }]));
    const notes = [0, 1, 2].map((index) => ({ id: `n${index}`, text: "", at: { x: index * 30, y: -80 }, width: 200, height: 60, color: "amber" as const }));
    const after = apply({ ...draft, canvas: { positions, notes, pins: {} } }, tidy({ ...draft, canvas: { positions, notes, pins: {} } })).draft;
    const boxes = Object.fromEntries((after.canvas?.notes ?? []).map((note) => [`note:${note.id}`, note.at]));
    const sizes = Object.fromEntries(notes.map((note) => [`note:${note.id}`, note]));
    expectApart({ ...after.canvas?.positions, ...boxes }, sizes);
  });

  it("crosses few lines: a ladder has none", () => {
    const names = ["a", "b", "c", "d", "e"];
    const nodes = names.flatMap((name, index) => [
      { ...blankStep("agent", `${name}1`) },
      { ...blankStep("agent", `${names[4 - index]}2`), dependencies: [`${names[4 - index]}1`] },
    ]);
    const positions = layOut({ graph: { inputs: {}, state: {}, nodes, output: null } });
    const order = (digit: string) => names.toSorted((one, other) => (positions[one + digit]?.y ?? 0) - (positions[other + digit]?.y ?? 0));
    expect(order("1")).toEqual(order("2"));
  });

  it("of many nodes is quick", () => {
    for (const count of [500, 2_000]) {
      const draft = largeDraft(diceOf(3), count);
      const start = performance.now();
      const positions = layOut(draft);
      console.info(`layout of ${count} nodes: ${Math.round(performance.now() - start)} ms`);
      expect(Object.keys(positions)).toHaveLength(count + 2);
    }
  });
});

describe("chosen nodes", () => {
  const positions = { a: { x: 0, y: 0 }, b: { x: 300, y: 40 }, c: { x: 100, y: 500 } };
  const sizes = { a: { width: 100, height: 50 }, b: { width: 200, height: 50 }, c: { width: 100, height: 50 } };

  it("are set in one line", () => {
    expect(align(positions, sizes, ["a", "b"], "right")).toEqual({ a: { x: 400, y: 0 }, b: { x: 300, y: 40 } });
    expect(align(positions, sizes, ["a", "b"], "middle")).toEqual({ a: { x: 0, y: 20 }, b: { x: 300, y: 20 } });
    expect(align(positions, sizes, ["a", "c"], "left")).toEqual({ a: { x: 0, y: 0 }, c: { x: 0, y: 500 } });
  });

  it("are set with equal gaps", () => {
    expect(distribute(positions, sizes, ["a", "b", "c"], "down")).toEqual({ a: { x: 0, y: 0 }, b: { x: 300, y: 250 }, c: { x: 100, y: 500 } });
  });
});
