import { ArrowLeft, FileQuestion } from "lucide-react";
import { Link, Redirect } from "wouter";

import { isProblem, useRun } from "@/api";
import { useT } from "@/i18n";
import { hasSteps, pathOf, titleOf } from "@/runs";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { EmptyState, Skeleton } from "@/ui";
import { RunActions } from "./RunActions";
import { RunSections } from "./RunSections";

/** One run: how it stands, what happened, what it changed, and the way back. */
export function RunPage({ id }: { readonly id: string }) {
  const t = useT();
  const { data: detail, error, refetch } = useRun(id);
  const back = (
    <Link href="/activity" className="inline-flex items-center gap-1.5 text-sm text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-4" />
      {t("activity.back")}
    </Link>
  );
  if (detail === undefined) {
    return (
      <Page title={t("activity.title")} above={back}>
        {isProblem(error, "not_found") ? (
          <EmptyState icon={FileQuestion} title={t("activity.missing")} />
        ) : error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            <Skeleton className="h-20 rounded-lg" />
            <RowsSkeleton count={6} />
          </>
        )}
      </Page>
    );
  }
  if (hasSteps(detail.run)) return <Redirect to={pathOf(detail.run)} replace />;
  return (
    <Page title={titleOf(detail.run, t)} above={back} aside={<RunActions detail={detail} />}>
      <RunSections detail={detail} />
    </Page>
  );
}
