import { useQueryClient } from "@tanstack/react-query";

import { isProblem, keys, type PlanView, useApproval, useDecide, usePlanCommand, useRunPlan, useSuggest } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { announce } from "@/state";
import { toast } from "@/ui";

export type PlanOption = "execute" | "adjust" | "cancel";

export interface PlanChoice {
  /** The choice that is on its way. */
  readonly chosen: PlanOption | null;
  readonly execute: () => void;
  readonly adjust: (words: string, done?: () => void) => void;
  readonly cancel: () => void;
}

/** Deciding about a plan: bound to exactly the card that is shown, told when that is no longer the plan. */
export function usePlanChoice(view: PlanView): PlanChoice {
  const t = useT();
  const cache = useQueryClient();
  const { plan, card } = view;
  const { data: approval } = useApproval(view.approval ?? undefined);
  const decide = useDecide();
  const run = useRunPlan(plan.id);
  const suggest = useSuggest(plan.id);
  const command = usePlanCommand(plan.id);
  // Only an approval of the very content on the screen counts as one.
  const waiting = approval?.status === "pending" && approval.binds.content_hash === card.content_hash ? approval : undefined;

  const renew = () => void Promise.all([keys.plan(plan.id), keys.approval(view.approval ?? "")].map((queryKey) => cache.invalidateQueries({ queryKey })));
  const onError = (error: Error) => {
    if (isProblem(error, "approval_stale")) toast.error(t("plans.stale"));
    else tellTrouble(error, t);
    renew();
  };
  const decided = (option: "execute" | "cancel") => {
    if (waiting === undefined) return;
    const onSuccess = () => {
      announce(t(`plans.told.${option}`, { title: plan.title }));
      renew();
    };
    decide.mutate({ approval: waiting, option }, { onSuccess, onError });
  };
  const busy = decide.isPending ? (decide.variables.option as PlanOption) : run.isPending ? "execute" : suggest.isPending ? "adjust" : command.isPending ? "cancel" : null;
  return {
    chosen: busy,
    execute: () => (waiting ? decided("execute") : run.mutate({ card }, { onError })),
    adjust: (words, done) =>
      suggest.mutate(words, {
        onSuccess: () => {
          announce(t("plans.told.adjust", { title: plan.title }));
          done?.();
        },
        onError,
      }),
    cancel: () => (waiting ? decided("cancel") : command.mutate("cancel", { onError })),
  };
}
