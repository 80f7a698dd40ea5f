import { FileQuestion } from "lucide-react";

import { isProblem, useTrace } from "@/api";
import { useT } from "@/i18n";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { EmptyState, Skeleton } from "@/ui";
import { Back } from "./Back";
import { TraceActions } from "./TraceActions";
import { TraceFigures } from "./TraceFigures";
import { Waterfall } from "./Waterfall";

/** The trace of a run: what it was made of, when, and how long each part took. Live while it goes on. */
export function TracePage({ run }: { readonly run: string }) {
  const t = useT();
  const { data: trace, error, refetch } = useTrace(run);
  const back = <Back href={`/activity/${run}`} words={t("traces.back")} />;
  if (trace === undefined) {
    return (
      <Page wide title={t("traces.title")} above={back}>
        {isProblem(error, "not_found") ? (
          <EmptyState icon={FileQuestion} title={t("traces.missing")} />
        ) : error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            <Skeleton className="h-20 rounded-lg" />
            <RowsSkeleton count={8} />
          </>
        )}
      </Page>
    );
  }
  return (
    <Page wide title={trace.title || t("traces.title")} above={back} aside={<TraceActions trace={trace} />}>
      <TraceFigures trace={trace} />
      <Waterfall trace={trace} />
    </Page>
  );
}
