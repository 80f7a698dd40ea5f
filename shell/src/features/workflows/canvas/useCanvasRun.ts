import { useEffect, useState } from "react";

import { type Run, type RunGraph, useRunGraph } from "@/api";
import { statesOf } from "@/flow";
import { isFinal, type Steps, useSteps } from "@/runs";
import type { EditorStore } from "@/workflows";

export interface CanvasRun {
  /** The run whose steps are shown; none when nothing is. */
  readonly run: Run | null;
  /** Its graph and its steps as they stand now; nothing while they are read. */
  readonly graph: RunGraph | null;
  readonly steps: Steps;
  readonly isOver: boolean;
  readonly show: (run: string | null) => void;
}

/** A run on the canvas: each step shows how it stands, while it runs and afterwards. */
export function useCanvasRun(store: EditorStore, first: string | null): CanvasRun {
  const [id, show] = useState(first);
  const { data: graph } = useRunGraph(id ?? undefined);
  const steps = useSteps(id === null ? undefined : graph);
  useEffect(() => {
    store.getState().look({ steps: id === null ? new Map() : statesOf(steps.values()) });
  }, [store, steps, id]);
  const run = id === null ? null : (graph?.run ?? null);
  return { run, graph: id === null ? null : (graph ?? null), steps, isOver: run !== null && isFinal(run), show };
}
