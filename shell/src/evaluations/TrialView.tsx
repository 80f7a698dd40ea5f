import { Download, Square } from "lucide-react";

import { trialTableUrl, useCancelRun, useTrial, useTrialComparison } from "@/api";
import { messageOf, useI18n } from "@/i18n";
import { RowsSkeleton, tellTrouble, Trouble } from "@/stage";
import { Button, Progress, RelativeTime } from "@/ui";
import { Regressions } from "./Regressions";
import { ResultTable } from "./ResultTable";
import { draftRegressions, isLive, regressionsOf } from "./results";

/** One trial: how far it is while it goes on, what got worse, and every answer. */
export function TrialView({ id }: { readonly id: string }) {
  const { t } = useI18n();
  const { data: trial, error, refetch } = useTrial(id);
  const over = trial !== undefined && !isLive(trial);
  const { data: compared } = useTrialComparison(id, trial?.baseline, over);
  const cancel = useCancelRun();
  if (trial === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  const inside = draftRegressions(trial);
  const before = regressionsOf(compared?.questions ?? []).filter(({ question }) => inside.every((each) => each.question !== question));
  const worse = over ? [...inside, ...before] : [];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 flex-1 text-sm text-muted">
          {over ? (
            <>
              {trial.status === "cancelled" ? t("evaluations.cancelled", { done: trial.done, total: trial.total }) : t("evaluations.done", { count: trial.done })}
              {" · "}
              <RelativeTime iso={trial.started_at} />
            </>
          ) : (
            t("evaluations.running", { done: trial.done, total: trial.total })
          )}
        </p>
        {over ? (
          trial.done > 0 && (
            <Button size="sm" icon={Download} onClick={() => download(trial.id)}>
              {t("evaluations.csv")}
            </Button>
          )
        ) : (
          <Button size="sm" icon={Square} busy={cancel.isPending} onClick={() => cancel.mutate(trial.run, { onError: (problem) => tellTrouble(problem, t) })}>
            {t("words.stop")}
          </Button>
        )}
      </div>
      {!over && <Progress label={t("evaluations.progress")} value={trial.total === 0 ? undefined : trial.done / trial.total} />}
      {trial.problem && trial.status === "failed" && <p className="rounded-md bg-bad-soft px-3 py-2 text-sm text-fg">{messageOf(trial.problem, t)}</p>}
      <Regressions items={worse} />
      <ResultTable trial={trial} regressed={new Set(worse.map(({ question }) => question))} />
    </div>
  );
}

function download(trial: string): void {
  const link = document.createElement("a");
  link.href = trialTableUrl(trial);
  link.download = `trial-${trial}.csv`;
  link.click();
}
