import { Pencil, Play, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { Link } from "wouter";

import type { Approval } from "@/api";
import { useT } from "@/i18n";
import { Button, Input } from "@/ui";
import { type ChoiceProps, heldBy } from "./useDecision";

/** Whether an approval is about a plan as a whole: not about one that is under way. */
export const isPlan = ({ kind, options }: Approval): boolean => kind === "plan" && options.some(({ id }) => id === "adjust");

/** Execute a plan, say what should be different, or drop it; all of it is seen on its page. */
export function PlanOptions({ approval, decision, note }: ChoiceProps) {
  const t = useT();
  const [adjusting, adjust] = useState(false);
  const [words, setWords] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() !== "") decision.decide("adjust", words.trim());
  };
  const button = (option: string) => ({
    busy: decision.chosen === option,
    disabled: decision.busy && decision.chosen !== option,
    onClick: () => decision.decide(option),
  });
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    adjust(false);
  };
  return (
    <footer className="mt-3 flex flex-col gap-2 border-t border-line px-3.5 py-2.5">
      {adjusting && (
        <form onSubmit={send} onKeyDown={leave} className="flex gap-2">
          <Input
            autoFocus
            value={words}
            onChange={(event) => setWords(event.target.value)}
            aria-label={t("decisions.plan.adjust.words")}
            placeholder={t("decisions.plan.adjust.words")}
            className="min-w-0 flex-1"
          />
          <Button type="submit" tone="primary" busy={decision.chosen === "adjust"} disabled={words.trim() === ""}>
            {t("decisions.answer.send")}
          </Button>
        </form>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Link href={`/plans/${approval.subject.slice("plan:".length)}`} className="mr-auto rounded-sm text-xs text-accent-text underline-offset-2 hover:underline">
          {t("decisions.plan.open")}
        </Link>
        <Button tone="quiet" icon={X} {...button("cancel")}>
          {t("decisions.plan.cancel")}
        </Button>
        <Button icon={Pencil} disabled={decision.busy || adjusting} onClick={() => adjust(true)}>
          {t("decisions.plan.adjust")}
        </Button>
        <Button tone="primary" icon={Play} {...button("execute")} {...heldBy(decision, note)}>
          {t("decisions.plan.execute")}
        </Button>
      </div>
    </footer>
  );
}
