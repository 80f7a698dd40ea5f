import { Target } from "lucide-react";

import type { TestQuestion } from "@/api";
import { sentenceOf } from "@/evaluations/expectations";
import { useSpeech } from "@/evaluations/useSpeech";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Card } from "@/ui";

/** The questions of a set and what is expected of each answer, to be read. */
export function QuestionsRead({ questions }: { readonly questions: readonly TestQuestion[] }) {
  const t = useT();
  const speech = useSpeech();
  return (
    <Section title={t("evaluations.questions")}>
      <Card>
        <ol aria-label={t("evaluations.questions")} className="divide-y divide-line">
          {questions.map(({ id, words, expectations = [] }) => (
            <li key={id} className="flex flex-col gap-1.5 px-4 py-3 text-sm">
              <p className="font-medium break-words text-fg">{words}</p>
              {expectations.length === 0 && <p className="text-muted">{t("evaluations.expect.none")}</p>}
              {expectations.map((expectation, place) => (
                <p key={place} className="flex items-center gap-2 text-muted">
                  <Target aria-hidden className="size-3.5 shrink-0" />
                  <span className="min-w-0 break-words">{sentenceOf(expectation, speech)}</span>
                </p>
              ))}
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  );
}
