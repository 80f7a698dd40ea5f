import { Check, Trash2 } from "lucide-react";
import type { KeyboardEvent } from "react";

import type { SchoolQuestao } from "@/api";
import { useI18n } from "@/i18n";
import { Button, Field, NumberField, Segmented, Textarea } from "@/ui";
import { SkillPicker } from "../edit/SkillPicker";
import { AnswerFields } from "./AnswerFields";
import type { Questions } from "./useQuestions";

interface QuestionFormProps {
  readonly question: SchoolQuestao;
  readonly questions: Questions;
  readonly year: string;
}

/** A question while it is written: its words, its answer, its worth, its skills. Every letter is on the sheet at once. */
export function QuestionForm({ question, questions, year }: QuestionFormProps) {
  const { t } = useI18n();
  const { write, keep, drop, lack } = questions;
  const set = (patch: Partial<SchoolQuestao>) => write({ ...question, ...patch });
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      drop();
    }
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      keep();
    }
  };
  return (
    <div role="group" aria-label={t("school.question.edit")} onKeyDown={press} className="flex min-w-0 flex-1 flex-col gap-3.5 py-1">
      <Field label={t("school.question.words")} error={lack === "words" && t("school.question.lack.words")}>
        {(ids) => (
          <Textarea
            {...ids}
            autoFocus
            rows={2}
            maxLength={8_000}
            value={question.enunciado}
            placeholder={t("school.question.words.example")}
            onChange={(event) => set({ enunciado: event.target.value })}
            className="max-h-72 w-full"
          />
        )}
      </Field>
      <AnswerFields question={question} onChange={set} />
      {lack !== null && lack !== "words" && (
        <p role="alert" className="text-xs text-bad-text">
          {t(`school.question.lack.${lack}`)}
        </p>
      )}
      <Field label={t("school.question.explanation")} hint={t("school.question.explanation.hint")}>
        {(ids) => <Textarea {...ids} rows={1} value={question.explicacao} onChange={(event) => set({ explicacao: event.target.value })} className="max-h-48 w-full" />}
      </Field>
      <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
        <Field label={t("school.question.points")}>
          {(ids) => <NumberField {...ids} value={question.pontos} min={0} max={1000} step={0.5} onChange={(value) => value !== null && set({ pontos: value })} className="w-28" />}
        </Field>
        <div className="flex flex-col gap-1">
          <span className="text-xs font-medium text-fg">{t("school.activity.level")}</span>
          <Segmented
            label={t("school.activity.level")}
            value={question.dificuldade}
            options={(["facil", "medio", "dificil"] as const).map((value) => ({ value, label: t(`school.level.${value}`) }))}
            onChange={(dificuldade) => set({ dificuldade })}
          />
        </div>
      </div>
      <div className="flex flex-col gap-1">
        <span className="text-xs font-medium text-fg">{t("school.activity.skills")}</span>
        <SkillPicker label={t("school.activity.skills")} value={question.habilidades} year={year} onChange={(habilidades) => set({ habilidades: [...habilidades] })} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" tone="quiet" icon={Trash2} onClick={() => questions.remove(question.id)}>
          {t("school.question.remove")}
        </Button>
        <span className="ml-auto flex gap-2">
          <Button onClick={drop}>{t("words.cancel")}</Button>
          <Button tone="primary" icon={Check} onClick={keep}>
            {t("school.question.keep")}
          </Button>
        </span>
      </div>
    </div>
  );
}
