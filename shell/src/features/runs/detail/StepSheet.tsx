import { FileQuestion, GitBranch } from "lucide-react";
import { useState } from "react";

import { isProblem, type RunDetail, type RunGraph, type StepDetail, useStep } from "@/api";
import { useT } from "@/i18n";
import type { Steps } from "@/runs";
import { RowsSkeleton, Trouble } from "@/stage";
import { Button, EmptyState, Sheet } from "@/ui";
import { nameOf } from "../steps/words";
import { ForkDialog } from "./ForkDialog";
import { StepParts } from "./StepParts";

interface StepSheetProps {
  readonly detail: RunDetail;
  readonly graph: RunGraph;
  readonly steps: Steps;
  readonly place: string;
  readonly onClose: () => void;
}

/** One step, whole: how it stands, what went in and came out, each try, what happened; and the way to do it anew. */
export function StepSheet({ detail, graph, steps, place, onClose }: StepSheetProps) {
  const t = useT();
  const [forking, fork] = useState(false);
  const { data, error, refetch } = useStep(graph.run.id, place);
  // The list knows first how it stands; what it was given and made is read anew behind that.
  const step = steps.get(place) ?? data?.step;
  const known: StepDetail | undefined = data && step && { ...data, step };
  return (
    <Sheet
      open
      onClose={onClose}
      title={step ? nameOf(step, t) : place}
      footer={
        known && (
          <Button icon={GitBranch} onClick={() => fork(true)}>
            {t("runs.fork")}
          </Button>
        )
      }
    >
      {known !== undefined ? (
        <StepParts detail={detail} graph={graph} step={known} />
      ) : isProblem(error, "not_found") ? (
        <EmptyState icon={FileQuestion} title={t("steps.missing")} />
      ) : error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton />
      )}
      {forking && step && <ForkDialog graph={graph} step={step} onClose={() => fork(false)} />}
    </Sheet>
  );
}
