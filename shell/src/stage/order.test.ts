import { expect, test } from "vitest";

import { placeBefore, placeBeside } from "./order";

const IDS = ["1", "2", "3"];

test("a row goes one place up or down, and no further than the edge", () => {
  const up = IDS.map((id) => placeBeside(IDS, id, "up"));
  const down = IDS.map((id) => placeBeside(IDS, id, "down"));
  expect([up, down]).toEqual([
    [undefined, 0, 1],
    [1, 2, undefined],
  ]);
  expect(placeBeside(IDS, "9", "down")).toBeUndefined();
});

test("a row lands before the one it was dropped on, and stays where it is dropped on itself", () => {
  expect(placeBefore(IDS, "3", "1")).toBe(0);
  expect(placeBefore(IDS, "1", "3")).toBe(1);
  expect(placeBefore(IDS, "1", "end")).toBe(2);
  expect(placeBefore(IDS, "2", "2")).toBe(1);
});
