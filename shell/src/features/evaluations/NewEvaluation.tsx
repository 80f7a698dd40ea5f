import { useState } from "react";
import { useLocation } from "wouter";

import { type EvaluationDraft, useCreateEvaluation } from "@/api";
import { useT } from "@/i18n";
import { EvaluationForm } from "./EvaluationForm";

/** The form of a set that is not there yet. */
export function NewEvaluation() {
  const t = useT();
  const [, go] = useLocation();
  const [draft, setDraft] = useState<EvaluationDraft>({ title: "", description: "", agent: null, questions: [{ id: "q1", words: "", expectations: [] }] });
  const create = useCreateEvaluation();
  return (
    <EvaluationForm
      title={t("evaluations.new")}
      saveWord={t("evaluations.create")}
      draft={draft}
      onChange={setDraft}
      error={create.error}
      saving={create.isPending}
      onSave={(written) => create.mutate(written, { onSuccess: ({ id }, here) => here && go(`/evaluations/${id}`) })}
      onCancel={() => go("/evaluations")}
    />
  );
}
