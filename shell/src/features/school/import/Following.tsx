import { CircleCheck, CircleSlash } from "lucide-react";
import { useLocation } from "wouter";

import { Problem, type RunDetail, type SchoolImportKind, useChanges, useRun } from "@/api";
import { UndoButton } from "@/decisions";
import { useI18n } from "@/i18n";
import { isFinal, StopButton, useRunEvents } from "@/runs";
import { Trouble } from "@/stage";
import { Button, Card, Progress, Skeleton } from "@/ui";
import { pathTo } from "../paths";
import { isRoster, outcomeIn, progressIn, type Telling } from "./telling";
import { Told } from "./Told";

interface FollowingProps {
  readonly run: string;
  readonly kind: SchoolImportKind;
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
  if (outcome !== undefined) return <Done outcome={outcome} run={detail.run.id} onAgain={onAgain} />;
  if (isFinal(detail.run)) {
    const problem = detail.run.error ?? null;
    return (
      <div className="flex flex-col items-start gap-4">
        {detail.run.status === "cancelled" || problem === null ? (
          <Card role="status" className="flex w-full items-start gap-2.5 px-5 py-4 text-sm text-fg">
            <CircleSlash aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            {t("school.import.stopped")}
          </Card>
        ) : (
          <Trouble error={Problem.from(0, { ...problem, detail: problem.message })} />
        )}
        <Button onClick={onAgain}>{t("school.import.other")}</Button>
      </div>
    );
  }
  const { message, fraction } = progressIn(events);
  return (
    <Card className="flex flex-col gap-3 px-5 py-5">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="text-md font-medium text-fg">{t("school.import.running")}</p>
          <p role="status" className="truncate text-sm text-muted tabular-nums">
            {message ?? t("school.import.running.about")}
          </p>
        </div>
        <StopButton run={detail.run} size="md" />
      </div>
      <Progress value={fraction} label={t("school.import.running")} />
    </Card>
  );
}

function Done({ outcome, run, onAgain }: { readonly outcome: Telling; readonly run: string; readonly onAgain: () => void }) {
  const { t } = useI18n();
  const [, go] = useLocation();
  const { data: changes = [] } = useChanges(run);
  const change = changes.find(({ undoes }) => undoes === null);
  const open = isRoster(outcome) ? pathTo("turmas") : pathTo("turmas", outcome.turma.id);
  return (
    <div className="flex flex-col gap-4">
      <Card className="flex flex-wrap items-center gap-3 px-5 py-4">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" />
        <p role="status" className="min-w-0 flex-1 basis-60 text-md font-medium break-words text-fg">
          {t("school.import.done")}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          {change && <UndoButton change={change} look="plain" />}
          <Button onClick={onAgain}>{t("school.import.again")}</Button>
          <Button tone="primary" onClick={() => go(open)}>
            {isRoster(outcome) ? t("school.import.open.classes") : t("school.import.open.class", { turma: outcome.turma.nome })}
          </Button>
        </div>
      </Card>
      <Told told={outcome} />
    </div>
  );
}
