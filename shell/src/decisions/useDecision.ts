import { useQueryClient } from "@tanstack/react-query";

import { type Approval, isProblem, keys, type StepEdit, useDecide } from "@/api";
import { useT } from "@/i18n";
import { announce } from "@/state";
import { marked, toast } from "@/ui";

export interface Decision {
  readonly busy: boolean;
  /** Whether something long was not seen to its end: until then nothing can be let happen. */
  readonly held?: boolean;
  /** Whether it has only just come: a click that was meant for something else lets nothing happen. */
  readonly fresh?: boolean;
  /** Whether what was decided on turned out to be another version meanwhile. */
  readonly changed?: boolean;
  /** Another approval that took the place of this one meanwhile. */
  readonly successor?: string | null;
  /** The option that is on its way. */
  readonly chosen: string | null;
  readonly decide: (option: string, answer?: string, edit?: Partial<StepEdit>) => void;
}

/** What the answers of a card are given. */
export interface ChoiceProps {
  readonly approval: Approval;
  readonly decision: Decision;
  /** The element that says why nothing can be let happen yet. */
  readonly note?: string;
}

/** How a button looks and sounds that lets something happen, while not all of it was seen: it leads to what is left. */
export const heldBy = (decision: Decision, note: string | undefined) =>
  decision.held ? { ...HELD, "aria-describedby": note } : decision.fresh ? ({ "aria-disabled": true } as const) : undefined;

/** A button that leads to what is left to see, instead of letting something happen. */
export const HELD = { "aria-disabled": true, className: "opacity-50" } as const;

/** Deciding one approval: bound to exactly what is shown, told when that is no longer the question. */
export function useDecision(approval: Approval): Decision {
  const t = useT();
  const cache = useQueryClient();
  const { mutate, isPending, variables, error: refused } = useDecide();
  const isStale = isProblem(refused, "approval_stale");
  const decide: Decision["decide"] = (option, answer, edit) => {
    if (isPending || approval.status !== "pending") return;
    mutate(
      { approval, option, answer, edit },
      {
        onSuccess: (decided) => announce(`${t(`decisions.status.${decided.status}`)}: ${marked(decided.title)}`),
        onError: (error) => {
          if (isProblem(error, "approval_stale")) announce(t("decisions.changed"));
          else if (isProblem(error, "already_decided")) toast(t("decisions.already"));
          else toast.error(error.message || t("error.network"), { description: isProblem(error) ? error.hint : null });
          void cache.invalidateQueries({ queryKey: keys.approval(approval.id) });
          void cache.invalidateQueries({ queryKey: keys.approvals });
        },
      },
    );
  };
  return {
    busy: isPending,
    chosen: isPending ? (variables?.option ?? null) : null,
    changed: isStale && !isPending,
    successor: isStale && refused.subject !== null && refused.subject !== approval.id && refused.subject.startsWith("apr_") ? refused.subject : null,
    decide,
  };
}
