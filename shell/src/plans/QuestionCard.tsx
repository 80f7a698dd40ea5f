import { CornerDownLeft, MessageCircleQuestion } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";

import type { Clarification, PlanView } from "@/api";
import { useT } from "@/i18n";
import { Badge, Button, classes, ForeignText, Input, Kbd, Spinner } from "@/ui";
import { type Answer, useAnswer } from "./useAnswer";
import { Words } from "./Words";

interface QuestionCardProps {
  readonly view: PlanView;
  readonly question: Clarification;
  /** Inside another card it has no frame of its own. */
  readonly plain?: true;
}

/** Ways out of a question that choose nothing of it. */
const OTHERS = ["decide", "unknown", "skip"] as const satisfies readonly Answer[];

/** The one open question of a plan: what was found, what is asked, and what follows from each answer. Numbers choose. */
export function QuestionCard({ view, question, plain }: QuestionCardProps) {
  const t = useT();
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const { answer, chosen, ready, taken } = useAnswer(view);
  const choose = (option: string) => {
    // The buttons go away with the answer: the card keeps the focus.
    card.current?.focus();
    answer(`option_${option}`);
  };
  const press = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || /^(INPUT|TEXTAREA)$/.test((event.target as HTMLElement).tagName)) return;
    const option = question.options[Number(event.key) - 1];
    if (option === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(option.id);
  };
  return (
    <section
      ref={card}
      role={plain ? "group" : undefined}
      aria-labelledby={id}
      tabIndex={0}
      onKeyDown={press}
      data-question={question.id}
      className={classes("flex flex-col gap-2.5", plain ? "px-3.5 pb-3 -outline-offset-2" : "animate-rise rounded-lg border border-line-strong bg-raised p-4 shadow-raised")}
    >
      {question.found && (
        <p className="text-sm break-words whitespace-pre-line text-muted">
          <Words>{question.found}</Words>
        </p>
      )}
      <h3 id={id} className="flex items-start gap-2 text-sm font-semibold break-words text-fg">
        <MessageCircleQuestion aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
        <span className="min-w-0 flex-1">
          <Words>{question.question}</Words>
        </span>
      </h3>
      {question.evidence.length > 0 && (
        <ul aria-label={t("plans.evidence")} className="flex flex-col">
          {question.evidence.map(({ path, lines }) => (
            <li key={`${path}:${lines}`} className="font-mono text-2xs leading-4 break-all text-muted">
              <ForeignText place="name">{lines ? `${path}:${lines}` : path}</ForeignText>
            </li>
          ))}
        </ul>
      )}
      {taken && (
        <p role="status" className="flex items-center gap-2 text-sm text-muted">
          <Spinner />
          {t("plans.answer.taken")}
        </p>
      )}
      <div role="group" aria-label={t("plans.options")} className="flex flex-col gap-1.5">
        {question.options.map((option, index) => (
          <Button
            key={option.id}
            busy={chosen === `option_${option.id}`}
            disabled={!ready || (chosen !== null && chosen !== `option_${option.id}`)}
            onClick={() => choose(option.id)}
            className="h-auto min-h-8 justify-start gap-2.5 py-1.5 text-left whitespace-normal"
          >
            <Kbd>{String(index + 1)}</Kbd>
            <span className="min-w-0 flex-1">
              <span className="block break-words">
                <Words>{option.label}</Words>
              </span>
              {option.consequence && (
                <span className="block text-xs font-normal break-words text-muted">
                  <Words>{option.consequence}</Words>
                </span>
              )}
            </span>
            {option.id === question.recommended && <Badge tone="accent">{t("decisions.recommended")}</Badge>}
          </Button>
        ))}
      </div>
      <Own disabled={!ready || chosen !== null} busy={chosen === "answer"} onSend={(words) => answer("answer", words)} />
      <div className="-ml-1.5 flex flex-wrap gap-1">
        {OTHERS.map((other) => (
          <Button key={other} tone="quiet" size="sm" busy={chosen === other} disabled={!ready || (chosen !== null && chosen !== other)} onClick={() => answer(other)}>
            {t(`plans.answer.${other}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}

interface OwnProps {
  readonly disabled: boolean;
  readonly busy: boolean;
  readonly onSend: (words: string) => void;
}

/** An answer in one's own words. */
function Own({ disabled, busy, onSend }: OwnProps) {
  const t = useT();
  const [words, setWords] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() !== "" && !disabled) onSend(words.trim());
  };
  return (
    <form onSubmit={send} className="flex gap-2">
      <Input
        value={words}
        onChange={(event) => setWords(event.target.value)}
        aria-label={t("plans.answer.words")}
        placeholder={t("decisions.answer.placeholder")}
        className="h-8 min-w-0 flex-1"
      />
      <Button type="submit" icon={CornerDownLeft} busy={busy} disabled={words.trim() === "" || disabled} className="h-8">
        {t("decisions.answer.send")}
      </Button>
    </form>
  );
}
