import type { ReactNode } from "react";

import type { EvaluationDraft } from "@/api";
import { QuestionList } from "@/evaluations/QuestionList";
import { askable } from "@/evaluations/questions";
import { useT } from "@/i18n";
import { Page, Section, Trouble } from "@/stage";
import { Button, Field, Input } from "@/ui";
import { BackToEvaluations } from "./BackToEvaluations";

interface EvaluationFormProps {
  readonly title: string;
  readonly saveWord: string;
  readonly draft: EvaluationDraft;
  readonly onChange: (draft: EvaluationDraft) => void;
  readonly error: Error | null;
  /** What stands above the buttons instead of the error: somebody else was faster. */
  readonly notice?: ReactNode;
  readonly saving: boolean;
  readonly onSave: (draft: EvaluationDraft) => void;
  readonly onCancel: () => void;
}

/** A set while it is written: what it is called, and its questions. */
export function EvaluationForm({ title, saveWord, draft, onChange, error, notice, saving, onSave, onCancel }: EvaluationFormProps) {
  const t = useT();
  const questions = draft.questions ?? [];
  return (
    <Page title={title} above={<BackToEvaluations />}>
      <form
        aria-label={title}
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          onSave({ ...draft, title: draft.title.trim(), questions: askable(questions) });
        }}
      >
        <Field label={t("evaluations.field.title")}>
          {(ids) => (
            <Input {...ids} value={draft.title} maxLength={120} placeholder={t("evaluations.field.title.placeholder")} onChange={(event) => onChange({ ...draft, title: event.target.value })} />
          )}
        </Field>
        <Field label={t("evaluations.field.description")}>
          {(ids) => <Input {...ids} value={draft.description ?? ""} maxLength={2_000} onChange={(event) => onChange({ ...draft, description: event.target.value })} />}
        </Field>
        <Section title={t("evaluations.questions")} about={t("evaluations.questions.set")}>
          <QuestionList questions={questions} onChange={(next) => onChange({ ...draft, questions: [...next] })} />
        </Section>
        {notice ?? (error && <Trouble error={error} />)}
        <div className="flex gap-2">
          <Button type="submit" tone="primary" busy={saving} disabled={draft.title.trim() === "" || askable(questions).length === 0}>
            {saveWord}
          </Button>
          <Button onClick={onCancel}>{t("words.cancel")}</Button>
        </div>
      </form>
    </Page>
  );
}
