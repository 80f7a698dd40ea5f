import { CornerDownLeft } from "lucide-react";
import { type FormEvent, useState } from "react";

import { useT } from "@/i18n";
import { Badge, Button, classes, ForeignText, Input, Kbd } from "@/ui";
import { answerIn } from "./answers";
import { type ChoiceProps, heldBy } from "./useDecision";

/** The answers to a question: one button each, and own words where they are welcome. */
export function QuestionOptions({ approval, decision, note }: ChoiceProps) {
  const t = useT();
  const [words, setWords] = useState("");
  const recommended = approval.preview?.type === "options" ? approval.preview.recommended : null;
  const free = approval.options.find((option) => option.input);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (free && words.trim() !== "") decision.decide(free.id, words.trim());
  };
  return (
    <footer className="flex flex-col gap-1.5 px-3.5 pt-2.5 pb-3">
      {approval.options
        .filter((option) => !option.input)
        .map((option, index) => (
          <Button
            key={option.id}
            busy={decision.chosen === option.id}
            disabled={decision.busy && decision.chosen !== option.id}
            onClick={() => decision.decide(option.id)}
            {...heldBy(decision, note)}
            className={classes("h-auto min-h-8 justify-start gap-2.5 py-1.5 text-left whitespace-normal", decision.held && "opacity-50")}
          >
            {index < 9 && (
              <span aria-hidden className="inline-flex">
                <Kbd>{String(index + 1)}</Kbd>
              </span>
            )}
            <Answer label={option.label} />
            {option.id === recommended && <Badge tone="accent">{t("decisions.recommended")}</Badge>}
          </Button>
        ))}
      {free && (
        <form onSubmit={send} className="mt-0.5 flex gap-2">
          <Input
            value={words}
            onChange={(event) => setWords(event.target.value)}
            aria-label={free.label}
            placeholder={t("decisions.answer.placeholder")}
            className="h-8"
          />
          <Button
            type="submit"
            tone="primary"
            icon={CornerDownLeft}
            disabled={words.trim() === ""}
            busy={decision.chosen === free.id}
            className="h-8"
          >
            {t("decisions.answer.send")}
          </Button>
        </form>
      )}
    </footer>
  );
}

/** An answer as it reads best: of one of several things that may be meant, where it stands is a line of its own. */
function Answer({ label }: { readonly label: string }) {
  const t = useT();
  const { title, where, status } = answerIn(label, t);
  return (
    <span className="min-w-0 flex-1 break-words">
      <ForeignText still>{title}</ForeignText>
      {(where || status) && (
        <span className="block text-xs font-normal text-muted">
          {where && <ForeignText still>{where}</ForeignText>}
          {where && status && " · "}
          {status}
        </span>
      )}
    </span>
  );
}
