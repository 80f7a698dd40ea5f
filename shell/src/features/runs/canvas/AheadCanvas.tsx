import { Check, Undo, X } from "lucide-react";
import { Suspense, useEffect, useMemo, useState } from "react";

import type { RunGraph, StepView } from "@/api";
import { type Draft, statesOf } from "@/flow";
import { useT } from "@/i18n";
import { isFinal, type Steps } from "@/runs";
import { announce } from "@/state";
import { Button, IconButton, Skeleton, toast } from "@/ui";
import { Canvas } from "@/workflows";
import { AheadNotices } from "./AheadNotices";
import { AheadReview } from "./AheadReview";
import { useAhead } from "./useAhead";

interface AheadCanvasProps {
  readonly graph: RunGraph;
  readonly steps: Steps;
  readonly canvas: Draft["canvas"];
  readonly onClose: () => void;
}

/** Changing what a waiting run still has to do: drawn, seen as a difference, and handed in with the decision it waits for. */
export function AheadCanvas({ graph, steps, canvas, onClose }: AheadCanvasProps) {
  const t = useT();
  const drawn = useAhead(graph, steps, canvas);
  const { store, isDirty } = drawn;
  const [isReviewing, review] = useState(false);
  const asked = useMemo(() => [...steps.values()].filter(isAsking), [steps]);
  useEffect(() => store.getState().look({ steps: statesOf(steps.values()) }), [store, steps]);
  // What was handed in is what the run does now: there is nothing left to hand in.
  useEffect(() => {
    if (!isReviewing || isDirty) return;
    announce(t("runs.ahead.taken"));
    toast.success(t("runs.ahead.taken"));
    onClose();
  }, [isReviewing, isDirty, onClose, t]);
  const isWaiting = asked.length > 0;
  return (
    <>
      <AheadNotices drawn={drawn} isWaiting={isWaiting} isOver={isFinal(graph.run)} />
      {isReviewing && isWaiting ? (
        <AheadReview graph={graph} drawn={drawn} asked={asked} onBack={() => review(false)} />
      ) : (
        <Suspense fallback={<Skeleton className="size-full rounded-lg" />}>
          <Canvas
            store={store}
            aside={
              <div className="flex items-center gap-1.5 rounded-md border border-line bg-raised p-1 shadow-raised">
                {isDirty && <IconButton icon={Undo} label={t("runs.ahead.discard")} onClick={drawn.discard} />}
                <IconButton icon={X} label={t("runs.ahead.close")} onClick={onClose} />
                <Button size="sm" tone="primary" icon={Check} disabled={!isDirty || !isWaiting} onClick={() => review(true)}>
                  {t("runs.ahead.review")}
                </Button>
              </div>
            }
          />
        </Suspense>
      )}
    </>
  );
}

function isAsking(step: StepView): step is StepView & { approval: string } {
  return step.status === "waiting" && step.approval !== null;
}
