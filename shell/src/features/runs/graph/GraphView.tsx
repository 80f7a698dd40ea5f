import { Waypoints } from "lucide-react";
import { lazy, Suspense, useMemo, useRef, useState } from "react";

import type { StepView } from "@/api";
import { useT } from "@/i18n";
import { Button, EmptyState, Skeleton } from "@/ui";
import type { RunView } from "../useRunPage";
import { MOST_BOXES } from "../view";
import { partsOf, sceneOf } from "./scene";
import { useFrame } from "./useFrame";

const GraphCanvas = lazy(() => import("./GraphCanvas").then((module) => ({ default: module.GraphCanvas })));

interface GraphViewProps {
  readonly page: RunView;
  /** Whether the flow goes down, because there is little room beside. */
  readonly narrow: boolean;
}

/** The run as a picture. A very large one is drawn when one insists. */
export function GraphView({ page: { steps, opened, toggle, openStep }, narrow }: GraphViewProps) {
  const t = useT();
  const [insisted, insist] = useState(false);
  const structure = useStructure(steps);
  const large = steps.size > MOST_BOXES && !insisted;
  const scene = useMemo(
    () => (large ? undefined : sceneOf(partsOf(structure), opened, narrow ? "down" : "right")),
    [structure, opened, narrow, large],
  );
  const frame = useRef<HTMLDivElement>(null);
  const height = useFrame(frame, scene);
  if (scene === undefined) {
    return (
      <EmptyState
        icon={Waypoints}
        title={t("runs.graph.large", { count: steps.size })}
        action={<Button onClick={() => insist(true)}>{t("runs.graph.large.action")}</Button>}
      >
        {t("runs.graph.large.about")}
      </EmptyState>
    );
  }
  return (
    <div ref={frame} style={{ height }} className="max-h-[62vh] min-h-[240px] overflow-hidden rounded-lg border border-line bg-canvas">
      <Suspense fallback={<Skeleton className="size-full" />}>
        {height !== undefined && <GraphCanvas scene={scene} steps={steps} onOpen={openStep} onToggle={toggle} />}
      </Suspense>
    </div>
  );
}

/** The steps as far as the picture's shape depends on them: the same object until that changes. */
function useStructure(steps: ReadonlyMap<string, StepView>): readonly StepView[] {
  const [kept, keep] = useState<readonly StepView[]>(() => [...steps.values()]);
  const now = [...steps.values()];
  const same = now.length === kept.length && now.every((step, at) => step.place === kept[at]?.place && step.after === kept[at]?.after);
  if (same) return kept;
  keep(now);
  return now;
}
