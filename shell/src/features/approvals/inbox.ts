/** Moving through the inbox. Pure. */

import type { Approval } from "@/api";

export type View = "pending" | "decided";

/** The approvals of a view, in the order of the list. */
export function inView(approvals: readonly Approval[], view: View): readonly Approval[] {
  return approvals.filter((approval) => (approval.status === "pending") === (view === "pending"));
}

/** The neighbour of an approval: one down (1) or up (-1), stopping at the ends. */
export function neighbour(approvals: readonly Approval[], current: string | undefined, step: 1 | -1): string | undefined {
  const at = approvals.findIndex((approval) => approval.id === current);
  if (at === -1) return (step === 1 ? approvals[0] : approvals.at(-1))?.id;
  return approvals[Math.min(Math.max(at + step, 0), approvals.length - 1)]?.id;
}

/** Where to go when this one leaves the list: the next, else the one before. */
export function successor(approvals: readonly Approval[], leaving: string): string | undefined {
  const at = approvals.findIndex((approval) => approval.id === leaving);
  return (approvals[at + 1] ?? approvals[at - 1])?.id;
}
