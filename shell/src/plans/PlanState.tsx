import { Check, Play, RotateCcw, Square } from "lucide-react";
import type { ReactNode } from "react";

import { type PlanView, useCancelRun, usePlanCommand, useRunPlan } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble, useSettled } from "@/stage";
import { Button } from "@/ui";
import { PlanChoiceBar } from "./PlanChoiceBar";
import { isLeft } from "./standing";

/** How long an answer may take to be worked in before one may ask for another look, in milliseconds. */
const PATIENCE = 5_000;

/** What can be done with a plan as it stands: decide on it, let it go on as it is, stop it, take it up again. */
export function PlanState({ view, held }: { readonly view: PlanView; readonly held?: boolean }) {
  const t = useT();
  const { plan, card } = view;
  const command = usePlanCommand(plan.id);
  const stop = useCancelRun();
  // An answer is worked in within moments: a question that nobody can answer any more is looked at again.
  const lost = useSettled(plan.status === "clarifying" && view.question === null, PATIENCE);
  const run = useRunPlan(plan.id);
  const onError = (error: unknown) => tellTrouble(error, t);
  if (plan.status === "ready") return <PlanChoiceBar view={view} held={held} />;
  if (plan.status === "executing" && plan.run !== null) {
    const { run_id } = plan.run;
    return (
      <End>
        <Button icon={Square} busy={stop.isPending} onClick={() => stop.mutate(run_id, { onError })}>
          {t("words.stop")}
        </Button>
      </End>
    );
  }
  if (plan.status === "approved") {
    return (
      <End>
        <Button icon={Play} tone="primary" busy={run.isPending} onClick={() => run.mutate({ card }, { onError })}>
          {t("plans.execute")}
        </Button>
      </End>
    );
  }
  const order = (word: "accept" | "review" | "cancel") => () => command.mutate(word, { onError });
  const busy = (word: "accept" | "review" | "cancel") => command.isPending && command.variables === word;
  if (isLeft(plan)) {
    return (
      <End>
        <Button icon={RotateCcw} busy={busy("review")} onClick={order("review")}>
          {t("plans.again")}
        </Button>
      </End>
    );
  }
  if (plan.status !== "draft" && plan.status !== "reviewing" && plan.status !== "clarifying") return null;
  return (
    <End>
      <Button tone="quiet" busy={busy("cancel")} onClick={order("cancel")}>
        {t("plans.cancel")}
      </Button>
      {(plan.status !== "clarifying" || lost) && (
        <Button icon={RotateCcw} busy={busy("review")} onClick={order("review")}>
          {t("plans.review")}
        </Button>
      )}
      {card.open_criticals > 0 && (
        <Button icon={Check} busy={busy("accept")} onClick={order("accept")}>
          {t("plans.accept")}
        </Button>
      )}
    </End>
  );
}

function End({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap items-center justify-end gap-2">{children}</div>;
}
