/** Plans and their steps in shapes: how they stand, and what one can do with them then. Pure. */

import type { Plan, PlanStatus, PlanStepStatus, PlanSummary } from "@/api";
import type { Status } from "@/ui";

const DOTS: Readonly<Record<PlanStatus, Status>> = {
  draft: "idle",
  clarifying: "wait",
  reviewing: "idle",
  ready: "wait",
  approved: "ok",
  executing: "run",
  done: "ok",
  done_with_failures: "warn",
  failed: "bad",
  cancelled: "off",
  superseded: "off",
};

const OPEN: ReadonlySet<PlanStatus> = new Set(["draft", "clarifying", "reviewing", "ready"]);
const LEFT: ReadonlySet<PlanStatus> = new Set(["failed", "cancelled"]);
const OVER: ReadonlySet<PlanStatus> = new Set(["done", "done_with_failures", "failed", "cancelled", "superseded"]);

export const planDotOf = (status: PlanStatus): Status => DOTS[status];

/** Whether it is still being made: it can be talked about, edited, approved. */
export const isOpen = ({ status }: Pick<Plan, "status">): boolean => OPEN.has(status);

/** Whether it was handed over and came to an end, or was dropped. */
export const isOver = ({ status }: Pick<Plan | PlanSummary, "status">): boolean => OVER.has(status);

/** Whether it was left undone, and can be taken up again. */
export const isLeft = ({ status }: Pick<Plan, "status">): boolean => LEFT.has(status);

/** Whether what it says may still be changed: a plan that was approved stays as it was approved. */
export const isEditable = (plan: Pick<Plan, "status">): boolean => isOpen(plan) || isLeft(plan);

/** How often each step stands so. */
export function countOf(statuses: Iterable<PlanStepStatus>, ...wanted: readonly PlanStepStatus[]): number {
  return [...statuses].filter((status) => wanted.includes(status)).length;
}

const SEVERITY = { critical: 0, warning: 1, info: 2 } as const;

/** The findings that still say something, the gravest first; those that were mended are gone. */
export function openFindings<F extends { readonly severity: keyof typeof SEVERITY; readonly status: string }>(findings: readonly F[]): readonly F[] {
  return findings.filter(({ status }) => status !== "resolved").toSorted((a, b) => SEVERITY[a.severity] - SEVERITY[b.severity]);
}
