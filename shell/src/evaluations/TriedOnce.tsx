import { Square } from "lucide-react";

import { useCancelRun, useTrial } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble, Trouble } from "@/stage";
import { Button, Skeleton } from "@/ui";
import { AnswerCard } from "./AnswerCard";
import { isLive, subjectWords } from "./results";
import { useAgentName } from "./useAgentName";

/** One question that was tried, with the answers side by side; below each other where there is no room. */
export function TriedOnce({ trial: id }: { readonly trial: string }) {
  const t = useT();
  const { data: trial, error, refetch } = useTrial(id);
  const called = useAgentName();
  const cancel = useCancelRun();
  if (trial === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-32 rounded-lg" />;
  const words = trial.questions[0]?.words ?? "";
  return (
    <div role="group" aria-label={t("evaluations.tried", { words })} className="flex flex-col gap-2 pt-2">
      <div className="flex items-start gap-3">
        <p className="min-w-0 flex-1 text-sm font-medium break-words text-fg">{words}</p>
        {isLive(trial) && (
          <Button size="sm" icon={Square} busy={cancel.isPending} onClick={() => cancel.mutate(trial.run, { onError: (problem) => tellTrouble(problem, t) })}>
            {t("words.stop")}
          </Button>
        )}
      </div>
      <div className="grid gap-3 md:grid-cols-[repeat(auto-fit,minmax(260px,1fr))]">
        {trial.results.map((subject) => (
          <AnswerCard
            key={subject.subject}
            who={subjectWords(subject, trial.results, t, called)}
            cell={trial.cells.find((cell) => cell.subject === subject.subject)}
            over={!isLive(trial)}
          />
        ))}
      </div>
    </div>
  );
}
