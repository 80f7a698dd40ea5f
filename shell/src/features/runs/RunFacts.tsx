import type { ReactNode } from "react";

import { type Run, useWorkflow } from "@/api";
import { useI18n } from "@/i18n";
import { dotOf, Elapsed, environmentOf, isFinal, isGuarded, type Progress as Far } from "@/runs";
import { EnvironmentBand, Way } from "@/stage";
import { Card, Progress, StatusDot } from "@/ui";

interface RunFactsProps {
  readonly run: Run;
  readonly progress: Far;
}

/** A run in figures: how it stands, how far it is, what it is a run of, what it cost. */
export function RunFacts({ run, progress: { done, total } }: RunFactsProps) {
  const { t, format } = useI18n();
  const { tokens_in, tokens_out, cost } = run.usage;
  const environment = environmentOf(run);
  const far = t("steps.progress", { done, count: total });
  return (
    <Card className="overflow-hidden">
      {environment !== null && <EnvironmentBand name={environment} isProtected={isGuarded(run)} />}
      <dl aria-label={t("runs.facts")} className="flex flex-wrap gap-x-10 gap-y-4 px-4 py-3.5">
        <Fact name={t("runs.status")}>
          <span className="flex items-center gap-2">
            <StatusDot status={dotOf(run.status)} />
            {t(`status.${run.status}`)}
          </span>
        </Fact>
        <Fact name={t("runs.progress")}>{far}</Fact>
        <Fact name={t("runs.duration")}>
          <Elapsed run={run} />
        </Fact>
        <Fact name={t("runs.started")}>{format.moment(run.started_at)}</Fact>
        {run.workflow !== null && (
          <Fact name={t("runs.workflow")}>
            <WorkflowWay id={run.workflow} version={run.workflow_version} />
          </Fact>
        )}
        {run.plan && (
          <Fact name={t("runs.plan")}>
            <Way href={`/plans/${run.plan.id}`}>{t("runs.plan.version", { version: run.plan.version })}</Way>
          </Fact>
        )}
        {run.plan && isFinal(run) && (
          <Fact name={t("runs.report")}>
            <Way href={`/reports/${run.id}`}>{t("words.open")}</Way>
          </Fact>
        )}
        {run.schedule !== null && (
          <Fact name={t("runs.schedule")}>
            <Way href={`/schedules/${run.schedule}`}>{t("words.open")}</Way>
          </Fact>
        )}
        {run.forked_from !== null && (
          <Fact name={t("runs.forked")}>
            <Way href={`/runs/${run.forked_from}`}>{t("words.open")}</Way>
          </Fact>
        )}
        {run.sampled.length > 0 && <Fact name={t("runs.sampled")}>{run.sampled.join(", ")}</Fact>}
        {run.parent !== null && (
          <Fact name={t("runs.parent")}>
            <Way href={`/activity/${run.parent}`}>{t("words.open")}</Way>
          </Fact>
        )}
        {tokens_in + tokens_out > 0 && <Fact name={t("runs.tokens")}>{format.number(tokens_in + tokens_out)}</Fact>}
        {cost > 0 && <Fact name={t("runs.cost")}>{format.money(cost)}</Fact>}
      </dl>
      {!isFinal(run) && <Progress value={total === 0 ? undefined : done / total} label={far} className="h-0.5 rounded-none" />}
    </Card>
  );
}

/** The workflow by its name, as long as there is one; a run outlives it. */
function WorkflowWay({ id, version }: { readonly id: string; readonly version: number | null }) {
  const { t } = useI18n();
  const { data } = useWorkflow(id);
  const name = data?.title ?? id;
  return <Way href={`/workflows/${id}`}>{version === null ? name : t("runs.workflow.version", { name, version })}</Way>;
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5 truncate text-sm text-fg tabular-nums">{children}</dd>
    </div>
  );
}
