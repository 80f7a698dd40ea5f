import { useQueryClient } from "@tanstack/react-query";

import { isProblem, keys, type PlanView, useApproval, useDecide } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { announce } from "@/state";
import { toast } from "@/ui";

/** One of the options, words, or one of the ways out. */
export type Answer = `option_${string}` | "answer" | "decide" | "unknown" | "skip";

interface Answering {
  readonly answer: (answer: Answer, words?: string) => void;
  readonly chosen: string | null;
  /** Whether there is something to answer yet. */
  readonly ready: boolean;
  /** Whether it was answered, and the answer is being worked in. */
  readonly taken: boolean;
}

/** Answering the open question of a plan: bound to the very question that is shown. */
export function useAnswer(view: PlanView): Answering {
  const t = useT();
  const cache = useQueryClient();
  const { data: approval } = useApproval(view.question ?? undefined);
  const { mutate, isPending, variables } = useDecide();
  const waiting = approval?.status === "pending" ? approval : undefined;
  const answer: Answering["answer"] = (option, words) => {
    if (waiting === undefined || isPending) return;
    mutate(
      { approval: waiting, option, answer: words },
      {
        onSuccess: () => announce(t("plans.answered")),
        onError: (error) => {
          if (isProblem(error, "approval_stale") || isProblem(error, "already_decided")) toast(t("plans.question.gone"));
          else tellTrouble(error, t);
        },
        onSettled: () => void Promise.all([keys.plan(view.plan.id), keys.approval(waiting.id)].map((queryKey) => cache.invalidateQueries({ queryKey }))),
      },
    );
  };
  return { answer, chosen: isPending ? variables.option : null, ready: waiting !== undefined, taken: approval?.status === "granted" || view.question === null };
}
