import { describe, expect, it } from "vitest";

import { areaUnder, everyNth, linesThrough, pathAlong, placing, slotsIn, spanOf, ticksOf } from "./scale";

describe("the axis of a chart", () => {
  it("begins at nothing, reaches below it when a value does, and leaves out what is not known", () => {
    expect(spanOf([120, null, 300, undefined])).toEqual({ from: 0, to: 300 });
    expect(spanOf([-20, 10])).toEqual({ from: -20, to: 10 });
    expect(spanOf([null, Number.NaN])).toEqual({ from: 0, to: 1 });
  });

  it("has round numbers that enclose every value", () => {
    expect(ticksOf({ from: 0, to: 100 })).toEqual([0, 25, 50, 75, 100]);
    expect(ticksOf({ from: 0, to: 512_000 })).toEqual([0, 200_000, 400_000, 600_000]);
    expect(ticksOf({ from: -30, to: 70 })).toEqual([-50, -25, 0, 25, 50, 75]);
    expect(ticksOf({ from: 0, to: 0.3 })).toEqual([0, 0.1, 0.2, 0.3]);
    for (const to of [0.004, 1, 7, 99.5, 12_345, 3e9]) {
      const ticks = ticksOf({ from: 0, to });
      expect(ticks.length, String(to)).toBeLessThanOrEqual(6);
      expect(ticks.at(-1), String(to)).toBeGreaterThanOrEqual(to);
    }
  });

  it("places values in proportion, upwards if asked to", () => {
    const up = placing({ from: 0, to: 200 }, 100, 0);
    expect([up(0), up(50), up(200), up(300)]).toEqual([100, 75, 0, -50]);
    expect(placing({ from: 5, to: 5 }, 10, 20)(7)).toBe(10);
  });

  it("gives every month a slot, and writes only the labels that have room", () => {
    const { width, middle } = slotsIn(120, 12);
    expect([width, middle(0), middle(11)]).toEqual([10, 5, 115]);
    expect([everyNth(12, 600, 40), everyNth(12, 300, 40), everyNth(24, 300, 40), everyNth(0, 0, 40)]).toEqual([1, 2, 4, 1]);
  });
});

describe("a line", () => {
  const spot = (x: number, y = 0) => ({ x, y });

  it("has a gap where there is no data", () => {
    expect(linesThrough([spot(0), spot(1), null, null, spot(4)])).toEqual([[spot(0), spot(1)], [spot(4)]]);
    expect(linesThrough([null])).toEqual([]);
  });

  it("is a path, and the ground under it another", () => {
    expect(pathAlong([spot(0, 1), spot(2.004, 3)])).toBe("M0 1L2 3");
    expect(areaUnder([spot(0, 1), spot(2, 3)], 10)).toBe("M0 1L2 3L2 10L0 10Z");
    expect(areaUnder([], 10)).toBe("");
  });
});
