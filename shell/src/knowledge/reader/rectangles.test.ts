import { describe, expect, it } from "vitest";

import type { PageLine } from "@/api";
import { around, rectanglesOf } from "./rectangles";

const LINES: readonly PageLine[] = [
  [0, 10, 0.1, 0.1, 0.9, 0.12],
  [11, 21, 0.1, 0.14, 0.9, 0.16],
  [22, 26, 0.1, 0.18, 0.3, 0.2],
];

const rounded = (start: number, end: number) =>
  rectanglesOf(LINES, start, end).map(({ left, top, width, height }) => [left, top, width, height].map((each) => Math.round(each * 1000) / 1000));

describe("the rectangles of a passage", () => {
  it("cover whole lines where the passage does", () => {
    expect(rounded(0, 26)).toEqual([
      [0.1, 0.1, 0.8, 0.02],
      [0.1, 0.14, 0.8, 0.02],
      [0.1, 0.18, 0.2, 0.02],
    ]);
  });

  it("cut its first and last line by the share of their characters", () => {
    expect(rounded(5, 16)).toEqual([
      [0.5, 0.1, 0.4, 0.02],
      [0.1, 0.14, 0.4, 0.02],
    ]);
    expect(rounded(2, 4)).toEqual([[0.26, 0.1, 0.16, 0.02]]);
  });

  it("leave out lines it does not touch, and boxes that are none", () => {
    expect(rounded(10, 11)).toEqual([]);
    expect(rounded(30, 40)).toEqual([]);
    expect(rounded(8, 8)).toEqual([]);
    expect(rectanglesOf([[3, 3, 0, 0, 1, 1], [0, 5, 0.5, 0.2, 0.5, 0.3]], 0, 5)).toEqual([]);
  });

  it("have one box around them", () => {
    const box = around(rectanglesOf(LINES, 5, 16));
    expect(box && [box.left, box.top].map((each) => Math.round(each * 100) / 100)).toEqual([0.1, 0.1]);
    expect(around([])).toBeNull();
  });
});
