import { describe, expect, it } from "vitest";

import { arcBetween, BOX, type Branch, childrenOf, tidyTree, walkTo } from "./tidy";

const branch = (id: string, parent: string | null = null): Branch => ({ id, parent });

/** The same tree for everybody. */
function grown(count: number, seed: number): readonly Branch[] {
  let state = seed;
  const chance = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return Array.from({ length: count }, (_, at) => branch(`n${at}`, at === 0 ? null : `n${Math.floor(chance() * Math.min(at, 60))}`));
}

describe("the strategy map", () => {
  it("has parents in the middle of their children, in the order given", () => {
    const { spots, height, width } = tidyTree([branch("c"), branch("p1", "c"), branch("p2", "c"), branch("p3", "c")]);
    const y = Object.fromEntries(spots.map((spot) => [spot.id, spot.y]));
    expect(y).toEqual({ c: 70, p1: 0, p2: 70, p3: 140 });
    expect([height, width]).toEqual([140 + BOX.height, 300 + BOX.width]);
  });

  it("lets a short branch stand beside a long one, not below it", () => {
    const wide = tidyTree([branch("c"), branch("a", "c"), branch("b", "c"), ...["1", "2", "3", "4"].map((each) => branch(`a${each}`, "a"))]);
    const y = (id: string) => wide.spots.find((spot) => spot.id === id)?.y ?? Number.NaN;
    expect(y("b")).toBeLessThan(y("a4"));
    expect(y("b") - y("a")).toBeGreaterThanOrEqual(BOX.height);
  });

  it.each([1, 2, 3])("never puts one box on another, whatever the tree (%i)", (seed) => {
    const branches = grown(400, seed);
    const { spots } = tidyTree(branches);
    expect(spots).toHaveLength(400);
    for (const place of new Set(spots.map(({ x }) => x))) {
      const column = spots.filter(({ x }) => x === place);
      const heights = column.map(({ y }) => y).sort((a, b) => a - b);
      const nearest = heights.slice(1).reduce((least, y, at) => Math.min(least, y - (heights[at] ?? 0)), Number.POSITIVE_INFINITY);
      expect(nearest).toBeGreaterThanOrEqual(BOX.height);
    }
    const at = new Map(spots.map((spot) => [spot.id, spot]));
    for (const [parent, children] of childrenOf(branches)) {
      if (parent === null) continue;
      const middles = children.map((id) => at.get(id)?.y ?? 0);
      expect(at.get(parent)?.y).toBeCloseTo((Math.min(...middles) + Math.max(...middles)) / 2, 6);
    }
  });

  it("hangs what has no parent at the root, and leaves out what hangs in a circle", () => {
    const { spots } = tidyTree([branch("a", "gone"), branch("b", "b"), branch("x", "y"), branch("y", "x")]);
    expect(spots.map(({ id, depth }) => [id, depth])).toEqual([["a", 0], ["b", 0]]);
    expect(tidyTree([])).toEqual({ spots: [], width: 0, height: 0 });
  });

  it("is laid out at once with thousands of boxes", () => {
    const begun = performance.now();
    expect(tidyTree(grown(5_000, 9)).spots).toHaveLength(5_000);
    expect(performance.now() - begun).toBeLessThan(600);
  });

  it("is walked with the arrow keys, past the edges of a family", () => {
    const picture = tidyTree([branch("c"), branch("a", "c"), branch("b", "c"), branch("a1", "a"), branch("b1", "b")]);
    const go = (from: string, way: Parameters<typeof walkTo>[2]) => walkTo(picture, from, way);
    expect([go("c", "ArrowRight"), go("a", "ArrowLeft"), go("a", "ArrowDown"), go("a1", "ArrowDown"), go("b1", "ArrowUp")]).toEqual(["a", "c", "b", "b1", "a1"]);
    expect([go("c", "ArrowLeft"), go("a1", "ArrowRight"), go("gone", "ArrowUp")]).toEqual([undefined, undefined, "c"]);
  });

  it("draws what contributes as an arc beside its column", () => {
    const [child, parent] = [{ id: "a", x: 600, y: 0, depth: 2, parent: null }, { id: "b", x: 600, y: 120, depth: 2, parent: null }];
    expect(arcBetween(child, parent)).toBe("M600 29C568 29 568 149 600 149");
  });
});
