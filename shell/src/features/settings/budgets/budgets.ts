/** Budgets that runs share, as the settings keep them. Pure. */

import type { BudgetStatus, SharedBudget } from "@/api";

/** What tells one budget from the others: there is one for each of these. */
export function keyOf({ of, id, period }: Pick<SharedBudget, "of" | "id" | "period">): string {
  return `${of}/${id}/${period}`;
}

/** The list with a budget in it: in place of the one for the same, or at its end. */
export function withBudget(budgets: readonly SharedBudget[], budget: SharedBudget): SharedBudget[] {
  const key = keyOf(budget);
  const known = budgets.some((each) => keyOf(each) === key);
  return known ? budgets.map((each) => (keyOf(each) === key ? budget : each)) : [...budgets, budget];
}

/** The list without a budget. */
export function withoutBudget(budgets: readonly SharedBudget[], budget: SharedBudget): SharedBudget[] {
  return budgets.filter((each) => keyOf(each) !== keyOf(budget));
}

/** What is spent of a budget, by its key. */
export function spentBy(statuses: readonly BudgetStatus[], budget: SharedBudget): BudgetStatus | undefined {
  // The first is the day of all runs, which has fields of its own.
  return statuses.slice(1).find((status) => keyOf(status.budget) === keyOf(budget));
}

/** Whether a budget limits anything. */
export function isLimit({ tokens, cost }: Pick<SharedBudget, "tokens" | "cost">): boolean {
  return tokens !== null || cost !== null;
}
