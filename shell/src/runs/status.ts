/** Runs in words and shapes. Pure. */

import type { Approval, Run, RunStatus } from "@/api";
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

/** Whether nothing more can happen in it. */
export const isFinal = (run: Run): boolean => FINAL.has(run.status);

/** What a run is called: its title, else what kind of thing it is. */
export function titleOf(run: Run, t: Translate): string {
  return run.title.trim() || t(`kind.${run.kind}`);
}

/** How long it took, or has been going on until `now`. */
export function elapsedOf(run: Run, now: number): number {
  const end = run.finished_at === null ? now : Date.parse(run.finished_at);
  return Math.max(0, end - Date.parse(run.started_at));
}
