/** Runs in words and shapes. Pure. */

import type { Approval, Run, RunKind, RunStatus, StepStatus } from "@/api";
import type { Translate } from "@/i18n";
import type { Status } from "@/ui";

const DOTS: Readonly<Record<RunStatus, Status>> = {
  queued: "idle",
  executing: "run",
  waiting: "wait",
  paused: "wait",
  done: "ok",
  done_with_failures: "warn",
  failed: "bad",
  cancelled: "off",
};

const STEP_DOTS: Readonly<Record<StepStatus, Status>> = {
  pending: "idle",
  ready: "idle",
  running: "run",
  waiting: "wait",
  unknown: "warn",
  done: "ok",
  failed: "bad",
  skipped: "off",
};

const APPROVAL_DOTS: Readonly<Record<Approval["status"], Status>> = {
  pending: "wait",
  granted: "ok",
  denied: "bad",
  expired: "off",
  superseded: "off",
};

const FINAL: ReadonlySet<RunStatus> = new Set(["done", "done_with_failures", "failed", "cancelled"]);

export const dotOf = (status: RunStatus): Status => DOTS[status];

export const approvalDotOf = (status: Approval["status"]): Status => APPROVAL_DOTS[status];

export const stepDotOf = (status: StepStatus): Status => STEP_DOTS[status];

const GRAPHS: ReadonlySet<RunKind> = new Set(["workflow", "plan"]);

/** Whether it is made of steps: a workflow or a plan, however it was started. */
export const hasSteps = (run: Pick<Run, "kind" | "workflow">): boolean => run.workflow != null || GRAPHS.has(run.kind);

/** Where a run is seen: those with steps have a page that shows them. */
export const pathOf = (run: Pick<Run, "id" | "kind" | "workflow">): string => `/${hasSteps(run) ? "runs" : "activity"}/${run.id}`;

/** Whether nothing more can happen in it. */
export const isFinal = (run: Run): boolean => FINAL.has(run.status);

/** What a run is called: its title, else what kind of thing it is. */
export function titleOf(run: Run, t: Translate): string {
  return run.title.trim() || t(`kind.${run.kind}`);
}
