import { Suspense, useEffect, useState } from "react";
import { useStore } from "zustand";

import type { Graph } from "@/api";
import { draftOf } from "@/flow";
import { Skeleton } from "@/ui";
import { Canvas, makeEditor, NO_LOOKS } from "@/workflows";

interface FlowCanvasProps {
  readonly graph: Graph | null;
  readonly onChange: (graph: Graph) => void;
}

const EMPTY: Graph = { inputs: {}, state: {}, nodes: [], output: null };

/** The flow of an agent drawn: every change goes into the draft of the agent, which is saved with it. */
export function FlowCanvas({ graph, onChange }: FlowCanvasProps) {
  const [store] = useState(() =>
    makeEditor(draftOf({ id: "flow", title: "", description: "", project: null, budget: null, at_once: 8, graph: graph ?? EMPTY }), NO_LOOKS),
  );
  const drawn = useStore(store, ({ draft }) => draft.graph);
  useEffect(() => {
    // A flow has at least one step: an empty drawing is none yet.
    if (drawn !== (graph ?? EMPTY) && drawn.nodes.length > 0) onChange(drawn);
  }, [drawn, graph, onChange]);
  return (
    <div className="flex h-[min(62vh,560px)] min-h-80">
      <Suspense fallback={<Skeleton className="size-full rounded-lg" />}>
        <Canvas store={store} />
      </Suspense>
    </div>
  );
}
