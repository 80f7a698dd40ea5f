import { expect, test } from "vitest";

import type { BudgetStatus, SharedBudget } from "@/api";
import { isLimit, spentBy, withBudget, withoutBudget } from "./budgets";

const budget = (more: Partial<SharedBudget> = {}): SharedBudget => ({ of: "agent", id: "scribe", period: "day", tokens: 10, cost: null, ...more });

test("there is one budget for each whom and period: another one for the same takes its place", () => {
  const monthly = budget({ period: "month" });
  const list = withBudget([budget(), monthly], budget({ tokens: 99 }));
  expect(list).toEqual([budget({ tokens: 99 }), monthly]);
  expect(withBudget([], monthly)).toEqual([monthly]);
  expect(withoutBudget(list, monthly)).toEqual([budget({ tokens: 99 })]);
});

test("what is spent is found by whom and period, and the day of all runs is not mistaken for one of them", () => {
  const status = (each: SharedBudget, tokens: number): BudgetStatus => ({ budget: each, name: "", since: "2026-01-01", tokens, cost: 0, share: 0 });
  const all = budget({ of: "all", id: "" });
  const statuses = [status(all, 1), status(budget(), 2), status(all, 3)];
  expect(spentBy(statuses, budget())?.tokens).toBe(2);
  expect(spentBy(statuses, all)?.tokens).toBe(3);
  expect(spentBy(statuses, budget({ id: "other" }))).toBeUndefined();
});

test("a budget without a number limits nothing", () => {
  expect(isLimit({ tokens: null, cost: null })).toBe(false);
  expect(isLimit({ tokens: 0, cost: null })).toBe(true);
});
