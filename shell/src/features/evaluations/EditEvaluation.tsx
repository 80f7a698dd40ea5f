import { useState } from "react";

import { type Evaluation, isProblem, useSaveEvaluation } from "@/api";
import { draftOf } from "@/evaluations/questions";
import { useT } from "@/i18n";
import { Button, toast } from "@/ui";
import { EvaluationForm } from "./EvaluationForm";

interface EditEvaluationProps {
  readonly evaluation: Evaluation;
  readonly onDone: () => void;
}

/** The form of a set; what somebody else saved meanwhile is never overwritten. */
export function EditEvaluation({ evaluation, onDone }: EditEvaluationProps) {
  const t = useT();
  const [edited, setEdited] = useState(evaluation);
  const [draft, setDraft] = useState(() => draftOf(evaluation));
  const save = useSaveEvaluation();
  const stale = save.error !== null && isProblem(save.error, "stale");
  const reload = () => {
    setEdited(evaluation);
    setDraft(draftOf(evaluation));
    save.reset();
  };
  const notice = stale && (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-text">
      {t("evaluations.stale")}
      <Button size="sm" onClick={reload}>
        {t("evaluations.reload")}
      </Button>
    </div>
  );
  return (
    <EvaluationForm
      title={edited.title}
      saveWord={t("evaluations.save")}
      draft={draft}
      onChange={setDraft}
      error={stale ? null : save.error}
      notice={notice || undefined}
      saving={save.isPending}
      onSave={(written) =>
        save.mutate(
          { id: edited.id, version: edited.version, draft: written },
          {
            onSuccess: (_, here) => {
              toast(t("evaluations.saved"));
              if (here) onDone();
            },
          },
        )
      }
      onCancel={onDone}
    />
  );
}
