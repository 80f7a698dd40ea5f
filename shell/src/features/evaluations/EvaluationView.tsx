import { Pencil, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { type Evaluation, useDeleteEvaluation, useStartTrial, useTrials } from "@/api";
import { TrialHistory } from "@/evaluations/TrialHistory";
import { TrialView } from "@/evaluations/TrialView";
import { useT } from "@/i18n";
import { Page, Section, tellTrouble, useUndoToast } from "@/stage";
import { Button } from "@/ui";
import { BackToEvaluations } from "./BackToEvaluations";
import { QuestionsRead } from "./QuestionsRead";
import { subjectsOf } from "./chosen";
import { SubjectsPart } from "./SubjectsPart";
import { useChosen } from "./useChosen";

/** One set: who is tried, what came of it, how it went over time, and the questions. */
export function EvaluationView({ evaluation, onEdit }: { readonly evaluation: Evaluation; readonly onEdit: () => void }) {
  const t = useT();
  const [, go] = useLocation();
  const told = useUndoToast();
  const { mutateAsync: drop, isPending: dropping } = useDeleteEvaluation();
  const { data: trials = [] } = useTrials(evaluation.id);
  const [chosen, choose] = useChosen(evaluation);
  const [picked, pick] = useState<string>();
  const start = useStartTrial();
  const shown = picked ?? trials[0]?.id;
  const run = () =>
    start.mutate(
      { evaluation: evaluation.id, subjects: subjectsOf(chosen), repeats: 1 },
      { onSuccess: ({ trial }, here) => here && pick(trial), onError: (problem) => tellTrouble(problem, t) },
    );
  const remove = () =>
    void drop(evaluation).then(
      ({ change }) => {
        go("/evaluations");
        if (change != null) told(t("evaluations.deleted", { title: evaluation.title }), change);
      },
      (problem: Error) => tellTrouble(problem, t),
    );
  return (
    <Page
      wide
      title={evaluation.title}
      about={evaluation.description || t("evaluations.count", { count: evaluation.questions?.length ?? 0 })}
      above={<BackToEvaluations />}
      aside={
        <div className="flex flex-wrap gap-2">
          <Button tone="primary" icon={Play} busy={start.isPending} disabled={chosen.length === 0} onClick={run}>
            {t("evaluations.run")}
          </Button>
          <Button icon={Pencil} onClick={onEdit}>
            {t("evaluations.edit")}
          </Button>
          <Button icon={Trash2} busy={dropping} onClick={remove}>
            {t("evaluations.delete")}
          </Button>
        </div>
      }
    >
      <SubjectsPart chosen={chosen} onChange={choose} />
      <Section title={t("evaluations.results")}>
        {shown === undefined ? <p className="text-sm text-muted">{t("evaluations.results.none")}</p> : <TrialView key={shown} id={shown} />}
      </Section>
      {trials.length > 0 && <TrialHistory trials={trials} chosen={shown} onChoose={pick} />}
      <QuestionsRead questions={evaluation.questions ?? []} />
    </Page>
  );
}
