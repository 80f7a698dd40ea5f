import { expect, it } from "vitest";

import { EVERYTHING, isNarrowed, KINDS, OWN_KINDS, refOf, runOf } from "./memory";

it("takes a reference apart", () => {
  expect(refOf("project:garden")).toEqual({ kind: "project", id: "garden" });
  expect(refOf("user:owner")).toEqual({ kind: "user", id: "owner" });
  expect(refOf("odd")).toEqual({ kind: "odd", id: "" });
});

it("knows the run a memory was noted in, if any", () => {
  expect(runOf({ source: "run:run_1" })).toBe("run_1");
  expect(runOf({ source: "user:owner" })).toBeNull();
  expect(runOf({ source: "run:" })).toBeNull();
});

it("offers every kind once, a person's own first", () => {
  expect(new Set(KINDS).size).toBe(KINDS.length);
  expect(KINDS.slice(0, OWN_KINDS.length)).toEqual(OWN_KINDS);
});

it("knows whether anything was narrowed", () => {
  expect(isNarrowed(EVERYTHING)).toBe(false);
  expect(isNarrowed({ ...EVERYTHING, trust: "untrusted" })).toBe(true);
});
