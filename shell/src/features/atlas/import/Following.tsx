import { CircleSlash } from "lucide-react";

import { Problem, type RunDetail, useRun } from "@/api";
import { useI18n } from "@/i18n";
import { isFinal, StopButton, useRunEvents } from "@/runs";
import { Trouble } from "@/stage";
import { Button, Card, Progress, Skeleton } from "@/ui";
import { Outcome } from "./Outcome";
import { outcomeIn, progressIn } from "./outcome";

interface FollowingProps {
  readonly run: string;
  readonly onAgain: () => void;
}

/** The third step: how far it is, a way to stop it, and what came of it. Whoever reloads finds it again. */
export function Following({ run, onAgain }: FollowingProps) {
  const { data: detail, error, refetch } = useRun(run);
  if (detail === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-28 rounded-lg" />;
  return <Run key={detail.run.id} detail={detail} onAgain={onAgain} />;
}

function Run({ detail, onAgain }: { readonly detail: RunDetail; readonly onAgain: () => void }) {
  const { t } = useI18n();
  const events = useRunEvents(detail);
  const outcome = outcomeIn(events);
  if (outcome !== undefined) return <Outcome outcome={outcome} run={detail.run.id} onAgain={onAgain} />;
  if (isFinal(detail.run)) {
    const problem = detail.run.error ?? null;
    return (
      <div className="flex flex-col items-start gap-4">
        {detail.run.status === "cancelled" ? (
          <Card role="status" className="flex w-full items-start gap-2.5 px-5 py-4 text-sm text-fg">
            <CircleSlash aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            {t("atlas.import.stopped")}
          </Card>
        ) : (
          <div className="w-full">
            <p className="mb-2 text-sm text-fg">{t("atlas.import.failed")}</p>
            {problem && <Trouble error={Problem.from(0, { ...problem, detail: problem.message })} />}
          </div>
        )}
        <Button onClick={onAgain}>{t("atlas.import.other")}</Button>
      </div>
    );
  }
  const { message, fraction } = progressIn(events);
  return (
    <Card className="flex flex-col gap-3 px-5 py-5">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="text-md font-medium text-fg">{t("atlas.import.running")}</p>
          <p role="status" className="truncate text-sm text-muted tabular-nums">
            {message ?? t("atlas.import.running.about")}
          </p>
        </div>
        <StopButton run={detail.run} size="md" />
      </div>
      <Progress value={fraction} label={t("atlas.import.running")} />
    </Card>
  );
}
