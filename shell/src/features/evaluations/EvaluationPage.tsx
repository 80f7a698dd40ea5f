import { FileQuestion } from "lucide-react";
import { useState } from "react";

import { isProblem, useEvaluation } from "@/api";
import { useT } from "@/i18n";
import { Page, Trouble } from "@/stage";
import { EmptyState, Skeleton } from "@/ui";
import { BackToEvaluations } from "./BackToEvaluations";
import { EditEvaluation } from "./EditEvaluation";
import { EvaluationView } from "./EvaluationView";

/** One set: to be run and looked at, or to be edited. */
export function EvaluationPage({ id }: { readonly id: string }) {
  const t = useT();
  const { data: evaluation, error, refetch } = useEvaluation(id);
  const [editing, setEditing] = useState(false);
  const gone = isProblem(error, "not_found");
  if (evaluation !== undefined && !gone) {
    return editing ? (
      <EditEvaluation evaluation={evaluation} onDone={() => setEditing(false)} />
    ) : (
      <EvaluationView evaluation={evaluation} onEdit={() => setEditing(true)} />
    );
  }
  return (
    <Page title={t("evaluations.title")} above={<BackToEvaluations />}>
      {gone ? (
        <EmptyState icon={FileQuestion} title={t("evaluations.missing")} />
      ) : error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label={t("words.loading")} className="flex flex-col gap-4">
          <Skeleton className="h-24 rounded-lg" />
          <Skeleton className="h-60 rounded-lg" />
        </div>
      )}
    </Page>
  );
}
