import { describe, expect, it } from "vitest";

import type { Span } from "@/api";
import { barsOf, criticalStretches, lanesOf } from "./lanes";
import { moveOf, rowAbove, rowsOf } from "./rows";
import { around, isWhole, moved, placeOf, SHORTEST_MS, whole, zoomed } from "./window";

const span = (id: string, parent: string | null, start_ms: number, duration_ms: number, more: Partial<Span> = {}) =>
  ({ id, parent, start_ms, duration_ms, kind: "tool", status: "ok", name: id, ...more }) as Span;

const TREE = [span("root", null, 0, 100, { kind: "turn" }), span("b", "root", 50, 40), span("a", "root", 0, 40), span("a1", "a", 5, 10)];
const names = (spans: readonly Span[], folded: readonly string[] = []) => rowsOf(spans, new Set(folded)).map((row) => `${"·".repeat(row.depth)}${row.span.id}`);

describe("rows", () => {
  it("stand in the order of time, parents before their children", () => {
    expect(names(TREE)).toEqual(["root", "·a", "··a1", "·b"]);
    expect(names(TREE, ["a"])).toEqual(["root", "·a", "·b"]);
    expect(names(TREE, ["root"])).toEqual(["root"]);
  });

  it("lose no span whose parent is missing or itself, and end for circles", () => {
    expect(names([span("x", "gone", 0, 1), span("y", "y", 1, 1)])).toEqual(["x", "y"]);
    expect(names([span("p", "q", 0, 1), span("q", "p", 0, 1)])).toEqual([]);
  });

  it("are as many as there are spans, however deep and many", () => {
    const deep = Array.from({ length: 10_000 }, (_, at) => span(`s${at}`, at === 0 ? null : `s${at - 1}`, at, 1));
    expect(rowsOf(deep, new Set())).toHaveLength(10_000);
  });

  it("are walked with the keys of a tree", () => {
    const rows = rowsOf(TREE, new Set());
    expect(moveOf("ArrowDown", rows, 0)).toEqual({ to: 1 });
    expect(moveOf("ArrowUp", rows, 0)).toEqual({ to: 0 });
    expect(moveOf("ArrowLeft", rows, 1)).toEqual({ fold: "a", is: true });
    expect(moveOf("ArrowLeft", rows, 2)).toEqual({ to: 1 });
    expect(moveOf("ArrowRight", rowsOf(TREE, new Set(["a"])), 1)).toEqual({ fold: "a", is: false });
    expect(moveOf("ArrowRight", rows, 3)).toBeNull();
    expect(moveOf("Enter", rows, 3)).toEqual({ open: "b" });
    expect(moveOf("End", rows, 0)).toEqual({ to: 3 });
    expect(moveOf("x", rows, 0)).toBeNull();
    expect(rowAbove(rows, 0)).toBe(0);
  });
});

describe("the window", () => {
  it("can be zoomed into, also where all took no time", () => {
    for (const total of [0, 0.4, 1]) expect(isWhole(zoomed(whole(total), 2, total), total)).toBe(false);
  });

  it("comes nearer around the pointer and never leaves the trace", () => {
    const near = zoomed(whole(1000), 4, 1000, 0.25);
    expect(near).toEqual({ from: 187.5, to: 437.5 });
    expect(zoomed(near, 1 / 100, 1000)).toEqual(whole(1000));
    expect(moved(near, 10, 1000)).toEqual({ from: 750, to: 1000 });
    expect(moved(near, -10, 1000)).toEqual({ from: 0, to: 250 });
    expect(zoomed(whole(1000), 1e9, 1000).to - zoomed(whole(1000), 1e9, 1000).from).toBeCloseTo(SHORTEST_MS);
    expect([isWhole(whole(5), 5), isWhole(near, 1000)]).toEqual([true, false]);
  });

  it("shows a span where it stands, cut at the edges", () => {
    const window = { from: 100, to: 200 };
    expect(placeOf(120, 30, window)).toEqual({ left: 0.2, width: 0.3 });
    expect(placeOf(50, 100, window)).toEqual({ left: 0, width: 0.5 });
    expect(placeOf(150, 0, window)).toEqual({ left: 0.5, width: 0 });
    expect(placeOf(0, 50, window)).toBeNull();
    expect(placeOf(201, 5, window)).toBeNull();
    expect(around(100, 50, 1000)).toEqual({ from: 95, to: 155 });
    expect(whole(0)).toEqual({ from: 0, to: 1 });
  });
});

describe("lanes", () => {
  it("stand beside each other only for what goes on at the same time", () => {
    const work = [span("a", null, 0, 10), span("b", null, 5, 10), span("c", null, 10, 5), span("turn", null, 0, 20, { kind: "turn" })];
    expect([...lanesOf(work)]).toEqual([["a", 0], ["b", 1], ["c", 0]]);
    const many = Array.from({ length: 20 }, (_, at) => span(`s${at}`, null, 0, 5));
    expect(Math.max(...lanesOf(many).values())).toBe(5);
  });

  it("are drawn with few bars, however many spans there are", () => {
    const many = Array.from({ length: 10_000 }, (_, at) => span(`s${at}`, null, at, 1));
    const bars = barsOf(many, 10_000);
    expect(bars).toEqual([{ lane: 0, from: 0, to: 10_000, kind: "tool", bad: false }]);
    expect(barsOf([span("a", null, 0, 1), span("b", null, 1, 1, { status: "error" })], 1000).map(({ bad }) => bad)).toEqual([false, true]);
  });
});

describe("the critical path", () => {
  it("is one line without gaps or overlaps, told by who is waited for", () => {
    const spans = [...TREE, span("late", "root", 95, 20)];
    const found = criticalStretches(spans, ["root", "a", "a1", "b"]);
    expect(found.map(({ id, from, to }) => [id, from, to])).toEqual([
      ["a", 0, 5], ["a1", 5, 15], ["a", 15, 40], ["root", 40, 50], ["b", 50, 90], ["root", 90, 100],
    ]);
    expect(criticalStretches(spans, [])).toEqual([]);
  });
});
