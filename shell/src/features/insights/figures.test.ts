import { expect, test } from "vitest";

import { rangeOf } from "@/api";
import { agentsBySuccess, barsOf, type Group, modelsByUse, mondayOf, slowest } from "./figures";

const group = (label: string, more: Partial<Group>) => ({ key: label, label, tokens_in: 0, tokens_out: 0, model_calls: 0, runs: 0, success_rate: null, p95_ms: null, ...more }) as Group;
const day = (name: string, tokens: number) => ({ day: name, tokens_in: tokens, tokens_out: 1, cost: 0.5, runs: 1 }) as Parameters<typeof barsOf>[0][number];
const labels = (groups: readonly Group[]) => groups.map(({ label }) => label);

test("a range has so many days, today included, as the server counts them", () => {
  expect(rangeOf(7, Date.parse("2026-03-01T23:30:00Z"))).toEqual({ from: "2026-02-23", to: "2026-03-01" });
  expect(rangeOf(1, Date.parse("2026-03-01T00:00:00Z"))).toEqual({ from: "2026-03-01", to: "2026-03-01" });
});

test("weeks begin on Monday and hold what their days hold", () => {
  expect([mondayOf("2026-11-16"), mondayOf("2026-11-22"), mondayOf("2026-01-01")]).toEqual(["2026-11-16", "2026-11-16", "2025-12-29"]);
  const series = [day("2026-11-15", 1), day("2026-11-16", 2), day("2026-11-17", 3)];
  expect(barsOf(series, "day").map((bar) => bar.tokens_in)).toEqual([1, 2, 3]);
  expect(barsOf(series, "week")).toEqual([
    { day: "2026-11-09", tokens_in: 1, tokens_out: 1, cost: 0.5, runs: 1 },
    { day: "2026-11-16", tokens_in: 5, tokens_out: 2, cost: 1, runs: 2 },
  ]);
});

test("what is ranked stands in its order, and what says nothing is left out", () => {
  const models = [group("few", { model_calls: 2, tokens_in: 1 }), group("none", {}), group("many", { model_calls: 1, tokens_out: 9 })];
  expect(labels(modelsByUse(models))).toEqual(["many", "few"]);
  const agents = [group("half", { success_rate: 0.5 }), group("new", {}), group("sure", { success_rate: 1, runs: 1 }), group("surer", { success_rate: 1, runs: 5 })];
  expect(labels(agentsBySuccess(agents))).toEqual(["surer", "sure", "half"]);
  expect(labels(slowest([group("quick", { p95_ms: 1 }), group("slow", { p95_ms: 9 }), group("unused", {})]))).toEqual(["slow", "quick"]);
});
