import { describe, expect, it } from "vitest";

import { crossings, layersOf, orderedLayers, reversed } from "./layers";
import { type Box, layOut } from "./layout";
import { spaced } from "./spacing";

const box = (id: string, ...after: string[]): Box => ({ id, width: 200, height: 48, after });

/** The same boxes for everybody: each comes after some of the few before it. */
function generated(count: number, seed: number): readonly Box[] {
  let state = seed;
  const chance = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return Array.from({ length: count }, (_, at) => {
    const wanted = at === 0 ? 0 : Math.floor(chance() * 3);
    const after = new Set(Array.from({ length: wanted }, () => Math.max(0, at - 1 - Math.floor(chance() * 12))));
    return box(`s${at}`, ...[...after].map((each) => `s${each}`));
  });
}

describe("layers", () => {
  it("put what comes after something behind all of it", () => {
    expect(layersOf(4, [[], [0], [0], [1, 2]])).toEqual([0, 1, 1, 2]);
    expect(layersOf(3, [[], [0], [0, 1]])).toEqual([0, 1, 2]);
  });

  it("are there for what runs in a circle, too", () => {
    expect(layersOf(3, [[], [2], [1]])).toEqual([0, 1, 1]);
  });

  it("are ordered so that wires cross as little as can be", () => {
    // Two chains whose ends are listed the wrong way round.
    const befores = [[], [], [1], [0]];
    const afters = reversed(4, befores);
    const rows = orderedLayers([[0, 1], [2, 3]], befores, afters);
    expect(rows).toEqual([[0, 1], [3, 2]]);
    expect(crossings([[0, 1], [2, 3]], afters, Float64Array.from([0, 1, 0, 1]))).toBe(1);
  });
});

describe("spacing", () => {
  it("gives everybody their wish when there is room", () => {
    expect(spaced([0, 100, 200], [50, 50])).toEqual([0, 100, 200]);
  });

  it("shares the middle where wishes are too close, and keeps the order", () => {
    expect(spaced([0, 0], [40])).toEqual([-20, 20]);
    expect(spaced([9, 0, 0], [30, 30])).toEqual([-27, 3, 33]);
  });
});

describe("the layout", () => {
  it("draws a diamond with its middle in the middle", () => {
    const { places, width, height } = layOut([box("a"), box("b", "a"), box("c", "a"), box("d", "b", "c")], "right");
    expect(Object.fromEntries(places)).toEqual({
      a: { x: 0, y: 34 },
      b: { x: 244, y: 0 },
      c: { x: 244, y: 68 },
      d: { x: 488, y: 34 },
    });
    expect([width, height]).toEqual([688, 116]);
  });

  it("turns the same picture for narrow screens", () => {
    const { places } = layOut([box("a"), box("b", "a")], "down");
    expect(places.get("b")).toEqual({ x: 0, y: 92 });
  });

  it("leads a long wire around what stands between its ends", () => {
    const { wires, places } = layOut([box("a"), box("b", "a"), box("c", "a", "b")], "right");
    const bend = wires.find(({ from, to }) => from === "a" && to === "c")?.bends[0];
    const between = places.get("b");
    expect(bend && between && (bend.y < between.y || bend.y > between.y + 48)).toBe(true);
  });

  it("packs what nothing connects", () => {
    const { places, width } = layOut(Array.from({ length: 8 }, (_, at) => box(`s${at}`)), "right");
    expect(new Set([...places.values()].map(({ x }) => x)).size).toBe(2);
    expect(width).toBe(420);
  });

  it("ignores what comes after a step that is not there, and places one box alone", () => {
    expect(layOut([box("a", "gone")], "right")).toEqual({
      places: new Map([["a", { x: 0, y: 0 }]]),
      wires: [],
      width: 200,
      height: 48,
    });
  });

  it.each([1, 2, 3])("never puts one box on another, whatever the graph (%i)", (seed) => {
    const boxes = generated(150, seed);
    const { places } = layOut(boxes, "right");
    const corners = [...places.values()];
    expect(corners).toHaveLength(boxes.length);
    const touching = corners.flatMap((a, at) =>
      corners.slice(at + 1).filter((b) => Math.abs(a.x - b.x) < 200 && Math.abs(a.y - b.y) < 48 - 1e-6),
    );
    expect(touching).toEqual([]);
    for (const each of boxes) {
      for (const before of each.after) {
        expect(places.get(before)?.x ?? 0).toBeLessThan(places.get(each.id)?.x ?? 0);
      }
    }
  });

  it.each([
    ["a wide one", [box("root"), ...Array.from({ length: 998 }, (_, at) => box(`w${at}`, "root")), box("end", ...Array.from({ length: 998 }, (_, at) => `w${at}`))]],
    ["a chain", Array.from({ length: 1_000 }, (_, at) => box(`s${at}`, ...(at === 0 ? [] : [`s${at - 1}`])))],
    ["a tangle", generated(1_000, 7)],
  ])("lays out a thousand steps at once: %s", (_, boxes) => {
    const begun = performance.now();
    expect(layOut(boxes, "right").places.size).toBe(1_000);
    // 200 ms is what a person may wait for; a machine that does six other things gets a little more.
    expect(performance.now() - begun).toBeLessThan(600);
  });
});
