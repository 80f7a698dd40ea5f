import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useLayoutEffect } from "react";
import { useLocation } from "wouter";

import { isTyping } from "@/actions";
import { type Approval, isProblem, keys, useApproval, useDecide } from "@/api";
import { isNo, isSettled, isYes, optionFor } from "@/decisions";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { announce } from "@/state";
import { isPageCovered, marked, showUnseen, toast } from "@/ui";
import { neighbour, successor } from "./inbox";

/** The element that shows the approval that is open. */
export const CARD = "approval";

/** The keyboard of the inbox: j and k move, a approves, d denies, Enter goes into the card. */
export function useInbox(shown: readonly Approval[], open: string | undefined): void {
  const t = useT();
  // The very document the card shows: a key decides what is on the screen, not what the list remembers.
  const { data: selected } = useApproval(open);
  const cache = useQueryClient();
  const [, navigate] = useLocation();
  const { mutate, isPending } = useDecide();

  const decide = useCallback(
    (approval: Approval, option: string) => {
      if (!isNo(option) && showUnseen(document.getElementById(CARD), "key")) {
        announce(`${t("decisions.unseen")} ${t("decisions.unseen.about")}`);
        return;
      }
      const next = successor(shown, approval.id);
      mutate(
        { approval, option },
        {
          onSuccess: (_, here) => {
            const title = marked(approval.title);
            toast(t(isYes(option) ? "approvals.decided.toast.granted" : "approvals.decided.toast.denied", { title }));
            if (here) navigate(next === undefined ? "/approvals" : `/approvals/${next}`, { replace: true });
          },
          onError: (error, here) => {
            if (!isProblem(error, "approval_stale")) return tellTrouble(error, t);
            const fresh = error.subject?.startsWith("apr_") ? error.subject : approval.id;
            toast(t("decisions.changed"));
            announce(t("decisions.changed"));
            void cache.invalidateQueries({ queryKey: keys.approval(approval.id) });
            if (here) navigate(`/approvals/${fresh}`, { replace: true });
          },
        },
      );
    },
    [shown, mutate, navigate, cache, t],
  );

  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      if (isTyping(event.target) || isPageCovered()) return;
      const step = event.key === "j" ? 1 : event.key === "k" ? -1 : undefined;
      const mayDecide = !event.repeat && !isPending && isOnScreen(CARD);
      const wished = selected && mayDecide ? optionFor(event.key, selected) : undefined;
      // A yes counts once the very card has been there for a moment.
      const option = wished !== undefined && (isNo(wished) || isSettled(document.getElementById(CARD), selected?.id ?? "")) ? wished : undefined;
      if (step !== undefined) {
        const id = neighbour(shown, open, step);
        if (id !== undefined) navigate(`/approvals/${id}`, { replace: true });
      } else if (selected && option) {
        decide(selected, option);
      } else if (event.key === "Enter" && open !== undefined && event.target === document.body) {
        if (isOnScreen(CARD)) document.getElementById(CARD)?.focus();
        else navigate(`/approvals/${open}`);
      } else {
        return;
      }
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [shown, open, selected, decide, isPending, navigate]);
}

/** Nobody approves what is not shown: on a narrow stage the card is hidden while the list is there. */
function isOnScreen(id: string): boolean {
  return (document.getElementById(id)?.getClientRects().length ?? 0) > 0;
}
