import { expect, test } from "vitest";

import { Heights } from "./heights";

test("an entry that was seen is as tall as it was, another one as its kind is on average", () => {
  const heights = new Heights();
  expect(heights.of("a", "turn")).toBeGreaterThan(heights.of("b", "message"));
  heights.note("a", "turn", 100);
  heights.note("c", "turn", 300);
  expect(heights.of("a", "turn")).toBe(100);
  expect(heights.of("d", "turn")).toBe(200);
  heights.note("c", "turn", 500);
  expect(heights.of("d", "turn")).toBe(300);
});
