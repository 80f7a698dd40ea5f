import { expect, test } from "vitest";

import { CARD, layoutOf, lineOf } from "./layout";

const AGENTS = ["a", "b", "c", "d", "e"];

test("cards never overlap and never leave their room, however narrow it is", () => {
  for (const room of [300, 375, 700, 1000, 1600]) {
    const { places, width, height } = layoutOf(AGENTS, room);
    expect(width).toBeLessThanOrEqual(Math.max(room, CARD.width + 56));
    const all = [...places.values()];
    for (const [index, one] of all.entries()) {
      expect(one.x + CARD.width).toBeLessThanOrEqual(width);
      expect(one.y + CARD.height).toBeLessThanOrEqual(height);
      for (const other of all.slice(index + 1)) {
        expect(Math.abs(one.x - other.x) >= CARD.width || Math.abs(one.y - other.y) >= CARD.height).toBe(true);
      }
    }
  }
});

test("there and back are two lines, and a line to nobody is none", () => {
  for (const room of [300, 1000]) {
    const layout = layoutOf(AGENTS, room);
    const there = lineOf({ from_agent: "a", to_agent: "b" }, layout);
    const back = lineOf({ from_agent: "b", to_agent: "a" }, layout);
    expect(there).not.toBeNull();
    expect(there).not.toBe(back);
    expect(lineOf({ from_agent: "a", to_agent: "z" }, layout)).toBeNull();
  }
});
