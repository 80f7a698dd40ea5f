import { ArrowLeft, FileQuestion } from "lucide-react";
import { Link, Redirect } from "wouter";

import { isProblem, useRun, useRunGraph } from "@/api";
import { useT } from "@/i18n";
import { hasSteps, pathOf, titleOf } from "@/runs";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { EmptyState, Skeleton } from "@/ui";
import { RunBody } from "./RunBody";
import { RunCommands } from "./RunCommands";

/** One run with steps: how it stands, the picture of it, each step, what waits, and what one can do. */
export function RunPage({ id }: { readonly id: string }) {
  const t = useT();
  const detail = useRun(id);
  const steps = detail.data !== undefined && hasSteps(detail.data.run);
  const graph = useRunGraph(steps ? id : undefined);
  const back = (
    <Link href="/runs" className="inline-flex items-center gap-1.5 text-sm text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-4" />
      {t("runs.back")}
    </Link>
  );
  if (detail.data !== undefined && !steps) return <Redirect to={pathOf(detail.data.run)} replace />;
  if (detail.data === undefined || graph.data === undefined) {
    const error = detail.error ?? graph.error;
    return (
      <Page wide title={detail.data ? titleOf(detail.data.run, t) : t("runs.title")} above={back}>
        {isProblem(error, "not_found") ? (
          <EmptyState icon={FileQuestion} title={t("runs.missing")} />
        ) : error ? (
          <Trouble error={error} onRetry={() => void Promise.all([detail.refetch(), graph.refetch()])} />
        ) : (
          <>
            <Skeleton className="h-20 rounded-lg" />
            <RowsSkeleton count={6} />
          </>
        )}
      </Page>
    );
  }
  return (
    <Page wide title={titleOf(detail.data.run, t)} above={back} aside={<RunCommands detail={detail.data} />}>
      <RunBody detail={detail.data} graph={graph.data} />
    </Page>
  );
}
