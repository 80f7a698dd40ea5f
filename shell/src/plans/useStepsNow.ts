import { useMemo } from "react";

import { type Plan, type PlanStepStatus, type StepView, useRunGraph } from "@/api";
import { useSteps } from "@/runs";
import { toldInOrder } from "./order";
import { isOpen } from "./standing";

export interface StepsNow {
  readonly statusOf: (id: string) => PlanStepStatus;
  /** The step of the run, once there is one. */
  readonly viewOf: (id: string) => StepView | undefined;
  readonly done: number;
}

/** How the steps of a plan stand at this moment: as its run tells, else as the plan says. */
export function useStepsNow(plan: Plan): StepsNow {
  const run = isOpen(plan) ? undefined : plan.run?.run_id;
  const { data: graph } = useRunGraph(run);
  const live = useSteps(graph);
  return useMemo(() => {
    const kept = new Map(plan.steps.map(({ id, status }) => [id, status]));
    const current = (id: string): PlanStepStatus => live.get(id)?.status ?? kept.get(id) ?? "pending";
    const told = toldInOrder(plan.steps.map(({ id }) => ({ id, status: current(id), startedAt: live.get(id)?.started_at ?? null })));
    const statusOf = (id: string): PlanStepStatus => told.get(id) ?? current(id);
    return { statusOf, viewOf: (id: string) => live.get(id), done: plan.steps.filter(({ id }) => statusOf(id) === "done").length };
  }, [plan, live]);
}
