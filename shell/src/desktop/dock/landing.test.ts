import { expect, it } from "vitest";

import { landingAt } from "./landing";

const BOXES = [
  { key: "a", top: 0, bottom: 30 },
  { key: "b", top: 32, bottom: 62 },
  { key: "c", top: 64, bottom: 94 },
];

it("lands before the first whose middle is below the pointer, else last", () => {
  expect(landingAt(10, BOXES, "c")).toEqual({ before: "a" });
  expect(landingAt(20, BOXES, "c")).toEqual({ before: "b" });
  expect(landingAt(500, BOXES, "a")).toEqual({ before: null });
  expect(landingAt(-50, BOXES, "b")).toEqual({ before: "a" });
});

it("lands nowhere where it stands already, or among others", () => {
  expect(landingAt(10, BOXES, "a")).toBeNull();
  expect(landingAt(40, BOXES, "a")).toBeNull();
  expect(landingAt(90, BOXES, "c")).toBeNull();
  expect(landingAt(10, BOXES, "x")).toBeNull();
});
