import { useQueryClient } from "@tanstack/react-query";

import { type Approval, isProblem, keys, type StepEdit, useDecide } from "@/api";
import { useT } from "@/i18n";
import { announce } from "@/state";
import { toast } from "@/ui";

export interface Decision {
  readonly busy: boolean;
  /** The option that is on its way. */
  readonly chosen: string | null;
  readonly decide: (option: string, answer?: string, edit?: Partial<StepEdit>) => void;
}

/** Deciding one approval: bound to exactly what is shown, told when that is no longer the question. */
export function useDecision(approval: Approval): Decision {
  const t = useT();
  const cache = useQueryClient();
  const { mutate, isPending, variables } = useDecide();
  const decide: Decision["decide"] = (option, answer, edit) => {
    if (isPending || approval.status !== "pending") return;
    mutate(
      { approval, option, answer, edit },
      {
        onSuccess: (decided) => announce(`${t(`decisions.status.${decided.status}`)}: ${decided.title}`),
        onError: (error) => {
          if (isProblem(error, "approval_stale")) toast.error(t("decisions.stale"));
          else if (isProblem(error, "already_decided")) toast(t("decisions.already"));
          else toast.error(error.message || t("error.network"), { description: isProblem(error) ? error.hint : null });
          void cache.invalidateQueries({ queryKey: keys.approval(approval.id) });
        },
      },
    );
  };
  return { busy: isPending, chosen: isPending ? (variables?.option ?? null) : null, decide };
}
