import { expect, it } from "vitest";

import { neighboursOf } from "./neighbours";

const items = ["a", "b", "c"].map((id) => ({ id }));

it("knows who stands beside, also at the ends", () => {
  expect(neighboursOf(items, "b")).toEqual({ place: 2, previous: { id: "a" }, next: { id: "c" } });
  expect(neighboursOf(items, "a")).toEqual({ place: 1, previous: undefined, next: { id: "b" } });
  expect(neighboursOf(items, "c").next).toBeUndefined();
});

it("knows nobody where the artifact is not in the list", () => {
  expect(neighboursOf(items, "x")).toEqual({ place: undefined, previous: undefined, next: undefined });
});
