/** The order in which steps are told: one after another, also where several run side by side. Pure. */

import type { PlanStepStatus } from "@/api";

export interface Told {
  readonly id: string;
  readonly status: PlanStepStatus;
  /** When its work began, once it has. */
  readonly startedAt: string | null;
}

/**
 * How each step is shown: while one is under way, what began after it in a later step is not told yet.
 *
 * One that waits for a person holds nobody back, and what was done before it began stays told.
 */
export function toldInOrder(steps: readonly Told[]): ReadonlyMap<string, PlanStepStatus> {
  const current = steps.find(({ status }) => status === "running");
  let later = false;
  return new Map(
    steps.map(({ id, status, startedAt }) => {
      if (id === current?.id) {
        later = true;
        return [id, status];
      }
      const beside = later && startedAt !== null && current?.startedAt != null && startedAt >= current.startedAt;
      return [id, beside && status !== "waiting" ? "pending" : status];
    }),
  );
}
