import { expect, it } from "vitest";

import { badgeOf, hiddenBadge } from "./badges";
import type { Listed } from "./pins";

const of = (id: string, badge?: "pending" | "running" | "proposals"): Listed => ({ id, dock: { group: "work", order: 1, briefKey: "home.title", badge } });
const COUNTS = { pending: 2, running: 3, proposals: 0 };

it("counts what a screen says it counts, and shows no zero", () => {
  expect(badgeOf(of("approvals", "pending"), COUNTS)).toEqual({ kind: "pending", count: 2 });
  expect([badgeOf(of("conductor", "proposals"), COUNTS), badgeOf(of("plans"), COUNTS), badgeOf({ id: "home", dock: "first" }, COUNTS)]).toEqual([null, null, null]);
});

it("tells of what waits where it cannot be seen, but not of what only goes on", () => {
  expect(hiddenBadge([of("runs", "running")], COUNTS)).toBeNull();
  expect(hiddenBadge([of("runs", "running"), of("approvals", "pending")], COUNTS)).toEqual({ kind: "pending", count: 2 });
});
