import { Check, Circle, CircleHelp, Hourglass, type LucideIcon, Minus, X, Zap } from "lucide-react";

import type { PlanStepStatus } from "@/api";
import { useT } from "@/i18n";
import { classes } from "@/ui";

const MARKS: Readonly<Record<PlanStepStatus, { readonly icon: LucideIcon; readonly tone: string }>> = {
  pending: { icon: Circle, tone: "text-muted" },
  ready: { icon: Circle, tone: "text-muted" },
  running: { icon: Zap, tone: "text-run animate-pulse" },
  waiting: { icon: Hourglass, tone: "text-warn" },
  unknown: { icon: CircleHelp, tone: "text-warn" },
  done: { icon: Check, tone: "text-ok" },
  failed: { icon: X, tone: "text-bad" },
  skipped: { icon: Minus, tone: "text-muted" },
};

/** How a step stands, by its shape: a ring is to be done, a flash is under way, a tick is done, a cross failed. */
export function StepMark({ status, className }: { readonly status: PlanStepStatus; readonly className?: string }) {
  const t = useT();
  const { icon: Icon, tone } = MARKS[status];
  return <Icon role="img" aria-label={t(`plans.mark.${status}`)} data-status={status} className={classes("size-3.5 shrink-0", tone, className)} />;
}
