import { ListOrdered, Play } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { Link } from "wouter";

import type { PlanView } from "@/api";
import { useT } from "@/i18n";
import { UnseenNote, unseenNoteOf } from "@/decisions";
import { Button, classes, showUnseen, Textarea, useUnseen } from "@/ui";
import { usePlanChoice } from "./usePlanChoice";

interface PlanChoiceBarProps {
  readonly view: PlanView;
  /** Whether the card is not what the person saw first: then they look again before they decide. */
  readonly held?: boolean;
}

/** Execute it, say what should be different, or drop it. */
export function PlanChoiceBar({ view, held = false }: PlanChoiceBarProps) {
  const t = useT();
  const choice = usePlanChoice(view);
  const [adjusting, adjust] = useState(false);
  const [words, setWords] = useState("");
  const id = useId();
  const bar = useRef<HTMLDivElement>(null);
  const unseen = useUnseen();
  const busy = choice.chosen !== null;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() === "") return;
    choice.adjust(words.trim(), () => {
      adjust(false);
      setWords("");
    });
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    adjust(false);
  };
  return (
    <div ref={bar} className="flex flex-col gap-2">
      <UnseenNote id={id} card={() => bar.current?.closest("[data-plan]") ?? null} />
      {adjusting && (
        <form onSubmit={send} onKeyDown={leave} className="flex flex-col gap-2">
          <Textarea
            autoFocus
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={(event) => event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing && send(event)}
            aria-label={t("plans.adjust.words")}
            placeholder={t("plans.adjust.placeholder")}
            className="max-h-40 w-full"
          />
          <div className="flex flex-wrap items-center justify-end gap-2">
            <Link href={`/plans/${view.plan.id}`} className="mr-auto inline-flex items-center gap-1.5 rounded-sm text-xs text-muted underline-offset-2 hover:text-fg hover:underline">
              <ListOrdered aria-hidden className="size-3.5" />
              {t("plans.adjust.steps")}
            </Link>
            <Button onClick={() => adjust(false)}>{t("plans.adjust.back")}</Button>
            <Button type="submit" tone="primary" busy={choice.chosen === "adjust"} disabled={words.trim() === ""}>
              {t("plans.adjust.send")}
            </Button>
          </div>
        </form>
      )}
      {!adjusting && (
        <div className="flex flex-wrap items-center gap-2">
          <Button icon={Play} tone="primary" busy={choice.chosen === "execute"} disabled={held || (busy && choice.chosen !== "execute")} onClick={() => showUnseen(bar.current?.closest("[data-plan]") ?? null) || choice.execute()} {...(unseen ? { "aria-disabled": true, "aria-describedby": unseenNoteOf(id) } : undefined)} className={classes("grow", unseen && "opacity-50")}>
            {t("plans.execute")}
          </Button>
          <Button disabled={busy} onClick={() => adjust(true)}>
            {t("plans.adjust")}
          </Button>
          <Button tone="quiet" busy={choice.chosen === "cancel"} disabled={busy && choice.chosen !== "cancel"} onClick={choice.cancel}>
            {t("plans.cancel")}
          </Button>
        </div>
      )}
    </div>
  );
}
