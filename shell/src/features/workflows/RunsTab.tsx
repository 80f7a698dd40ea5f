import { Play } from "lucide-react";
import { useLocation } from "wouter";

import { itemsOf, useRuns, type Workflow } from "@/api";
import { useT } from "@/i18n";
import { RunRow } from "@/runs";
import { Rows, RowsSkeleton, Trouble } from "@/stage";
import { Button, EmptyState, RelativeTime } from "@/ui";

/** How it went so far, the latest first. */
export function RunsTab({ workflow }: { readonly workflow: Workflow }) {
  const t = useT();
  const [path, go] = useLocation();
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useRuns({ workflow: workflow.id });
  if (isPending) return <RowsSkeleton />;
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  const runs = itemsOf(data);
  if (runs.length === 0) {
    return (
      <EmptyState icon={Play} title={t("workflows.runs.empty")} action={<Button onClick={() => go(`${path}?run`)}>{t("workflows.run")}</Button>}>
        {t("workflows.runs.empty.about")}
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <Rows label={t("workflows.tab.runs")}>
        {runs.map((run) => (
          <RunRow key={run.id} run={run} detail={<RelativeTime iso={run.started_at} />} />
        ))}
      </Rows>
      {hasNextPage && (
        <Button tone="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="self-center">
          {t("words.more")}
        </Button>
      )}
    </div>
  );
}
