import { ChartGantt, PencilRuler } from "lucide-react";
import { Suspense, useEffect, useMemo, useState } from "react";
import { useLocation } from "wouter";

import type { RunDetail, RunGraph } from "@/api";
import { useT } from "@/i18n";
import { Button, IconButton, Skeleton } from "@/ui";
import { Canvas } from "@/workflows";
import type { RunView } from "../useRunPage";
import { AheadCanvas } from "./AheadCanvas";
import { recallAhead } from "./ahead";
import { ReplayBar } from "./ReplayBar";
import { useReplay } from "./useReplay";
import { useOrigin, useRunScene, useStory } from "./useRunScene";

interface RunCanvasProps {
  readonly detail: RunDetail;
  readonly graph: RunGraph;
  readonly page: RunView;
  /** Told whether somebody draws: then the answers stand beside what they let happen. */
  readonly onDrawing: (isDrawing: boolean) => void;
}

/** A run on the canvas of workflows: as it stands now, as it stood at any moment, and changing what is still to come. */
export function RunCanvas({ detail, graph, page, onDrawing }: RunCanvasProps) {
  const [isDrawing, draw] = useState(() => recallAhead(graph.run.id) !== undefined);
  const { canvas } = useOrigin(graph.run);
  useEffect(() => {
    onDrawing(isDrawing);
    return () => onDrawing(false);
  }, [isDrawing, onDrawing]);
  return (
    <div className="flex @container h-[max(26rem,min(72vh,46rem))] min-h-0 w-full flex-col gap-2">
      {isDrawing ? (
        <AheadCanvas graph={graph} steps={page.steps} canvas={canvas} onClose={() => draw(false)} />
      ) : (
        <Shown detail={detail} graph={graph} page={page} onDraw={() => draw(true)} />
      )}
    </div>
  );
}

function Shown({ detail, graph, page, onDraw }: Omit<RunCanvasProps, "onDrawing"> & { readonly onDraw: () => void }) {
  const t = useT();
  const [, go] = useLocation();
  const story = useStory(detail);
  const replay = useReplay(story);
  const { older, canvas } = useOrigin(graph.run);
  const store = useRunScene(graph, page.steps, replay.moment, canvas, page.openStep);
  const isAsking = useMemo(() => [...page.steps.values()].some(({ status, approval }) => status === "waiting" && approval !== null), [page.steps]);
  const wasChanged = story.frames.filter((index) => story.events[index]?.type === "run.planned").length > 1;
  const notes = [
    older && t("runs.canvas.older", older),
    wasChanged && t("runs.canvas.changed"),
    isAsking && graph.run.plan && t("runs.canvas.plan"),
  ].filter((note): note is string => typeof note === "string");
  return (
    <>
      {notes.map((note) => (
        <p key={note} role="note" className="rounded-md border border-line bg-raised px-3 py-2 text-sm text-fg">
          {note}
        </p>
      ))}
      <Suspense fallback={<Skeleton className="size-full rounded-lg" />}>
        <Canvas
          store={store}
          aside={
            <div className="flex items-center gap-1.5 rounded-md border border-line bg-raised p-1 shadow-raised">
              {isAsking && !graph.run.plan && (
                <Button size="sm" icon={PencilRuler} onClick={onDraw}>
                  {t("runs.ahead")}
                </Button>
              )}
              <IconButton icon={ChartGantt} label={t("runs.canvas.trace")} onClick={() => go(`/traces/${graph.run.id}`)} />
            </div>
          }
          below={<ReplayBar run={graph.run} graph={graph.graph} replay={replay} />}
        />
      </Suspense>
    </>
  );
}
