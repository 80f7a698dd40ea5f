import { lazy, Suspense, useMemo, useState } from "react";

import type { RunDetail, RunGraph } from "@/api";
import { Proposals } from "@/decisions";
import { useT } from "@/i18n";
import { ContextOfRun } from "@/plans";
import { isFinal, isGuarded, progressOf, Timeline, useRunEvents, wordsOf } from "@/runs";
import { PHONE } from "@/state";
import { Skeleton, Tabs, useMedia } from "@/ui";
import { ChangeListing } from "./ChangeListing";
import { StepSheet } from "./detail/StepSheet";
import { GraphView } from "./graph/GraphView";
import { Result } from "./Result";
import { RunFacts } from "./RunFacts";
import { StepList } from "./steps/StepList";
import { useRunPage } from "./useRunPage";
import { firstView, type View } from "./view";
import { Waiting } from "./Waiting";

const RunCanvas = lazy(() => import("./canvas/RunCanvas").then((module) => ({ default: module.RunCanvas })));

interface RunBodyProps {
  readonly detail: RunDetail;
  readonly graph: RunGraph;
}

/** The parts of a run's page. */
export function RunBody({ detail, graph }: RunBodyProps) {
  const t = useT();
  const page = useRunPage(graph);
  const narrow = useMedia(PHONE);
  const [isDrawing, tellDrawing] = useState(false);
  const { run } = detail;
  const gaveUp = run.status === "cancelled" || run.status === "failed";
  const progress = useMemo(() => progressOf(page.steps.values(), gaveUp), [page.steps, gaveUp]);
  const view = page.view ?? firstView(graph.steps.length, narrow);
  return (
    <>
      <RunFacts run={run} progress={progress} />
      {run.error && isFinal(run) && run.status === "failed" && (
        <p role="alert" className="rounded-lg border border-line bg-bad-soft px-4 py-3 text-sm text-fg">
          {wordsOf(run.error, t)}
        </p>
      )}
      <Proposals atHome run={run.id} isProtected={isGuarded(run)} />
      {!isDrawing && <Waiting detail={detail} graph={graph} steps={page.steps} onOpen={page.openStep} />}
      <Tabs<View>
        label={t("runs.views")}
        value={view}
        tabs={[
          { value: "graph", label: t("runs.view.graph") },
          { value: "canvas", label: t("runs.view.canvas") },
          { value: "steps", label: t("runs.view.steps"), count: progress.total },
          { value: "story", label: t("runs.view.story") },
          { value: "changes", label: t("runs.view.changes") },
        ]}
        onChange={page.show}
        className="flex flex-col items-start gap-3 [&>[role=tabpanel]]:w-full"
      >
        {view === "graph" && <GraphView page={page} narrow={narrow} />}
        {view === "canvas" && (
          <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
            <RunCanvas detail={detail} graph={graph} page={page} onDrawing={tellDrawing} />
          </Suspense>
        )}
        {view === "steps" && <StepList page={page} />}
        {view === "story" && <Story detail={detail} sought={page.event} />}
        {view === "changes" && <ChangeListing run={run.id} />}
      </Tabs>
      {run.plan && (
        <Suspense>
          <ContextOfRun run={run.id} quiet />
        </Suspense>
      )}
      {isFinal(run) && <Result graph={graph} />}
      {page.step !== undefined && (
        <StepSheet key={page.step} detail={detail} graph={graph} steps={page.steps} place={page.step} onClose={() => page.openStep(undefined)} />
      )}
    </>
  );
}

function Story({ detail, sought }: { readonly detail: RunDetail; readonly sought: string | undefined }) {
  return <Timeline events={useRunEvents(detail)} sought={sought} />;
}
