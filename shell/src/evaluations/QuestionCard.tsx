import { Plus, Target, Trash2, X } from "lucide-react";
import { useState } from "react";

import type { TestQuestion } from "@/api";
import { useT } from "@/i18n";
import { Button, Card, IconButton, Textarea } from "@/ui";
import { ExpectationAdder } from "./ExpectationAdder";
import { sentenceOf } from "./expectations";
import { useSpeech } from "./useSpeech";

interface QuestionCardProps {
  readonly question: TestQuestion;
  readonly place: number;
  readonly onChange: (question: TestQuestion) => void;
  readonly onRemove: () => void;
}

/** One test question: its words, and what is expected of the answer, sentence by sentence. */
export function QuestionCard({ question, place, onChange, onRemove }: QuestionCardProps) {
  const t = useT();
  const speech = useSpeech();
  const [adding, setAdding] = useState(question.expectations.length === 0);
  const [added, setAdded] = useState(false);
  const name = t("evaluations.question.number", { number: place + 1 });
  return (
    <Card role="group" aria-label={name} className="flex flex-col gap-3 p-4">
      <div className="flex items-start gap-2">
        <Textarea
          aria-label={t("evaluations.question.words", { number: place + 1 })}
          rows={1}
          maxLength={4_000}
          value={question.words}
          placeholder={t("evaluations.question.placeholder")}
          onChange={(event) => onChange({ ...question, words: event.target.value })}
          className="min-w-0 flex-1"
        />
        <IconButton icon={Trash2} size="sm" label={t("evaluations.question.remove", { number: place + 1 })} onClick={onRemove} />
      </div>
      {question.expectations.length > 0 && (
        <ul aria-label={t("evaluations.expectations", { number: place + 1 })} className="flex flex-col gap-1.5">
          {question.expectations.map((expectation, at) => {
            const sentence = sentenceOf(expectation, speech);
            return (
              <li key={`${at}/${sentence}`} className="flex items-center gap-2.5 text-sm">
                <Target aria-hidden className="size-3.5 shrink-0 text-muted" />
                <span className="min-w-0 flex-1 break-words text-fg">{sentence}</span>
                <IconButton
                  icon={X}
                  size="sm"
                  label={t("evaluations.expect.remove", { sentence })}
                  onClick={() => onChange({ ...question, expectations: question.expectations.filter((_, index) => index !== at) })}
                />
              </li>
            );
          })}
        </ul>
      )}
      {adding ? (
        <ExpectationAdder
          onAdd={(made) => {
            onChange({ ...question, expectations: [...question.expectations, made] });
            setAdding(false);
            setAdded(true);
          }}
        />
      ) : (
        <Button autoFocus={added} size="sm" tone="quiet" icon={Plus} className="-ml-2 self-start" onClick={() => setAdding(true)}>
          {t("evaluations.expect.another")}
        </Button>
      )}
    </Card>
  );
}
