import { useEffect } from "react";

import { type RunGraph, type StepView, useRun } from "@/api";
import { ApprovalCard, StepDecision } from "@/decisions";
import { useT } from "@/i18n";
import { isFinal, type Steps } from "@/runs";
import { Button, Dialog, Spinner } from "@/ui";

interface DecideDialogProps {
  readonly graph: RunGraph;
  readonly steps: Steps;
  readonly onOpenRun: () => void;
  readonly onClose: () => void;
}

/** Everything the shown run waits for, decided without leaving the picture. It stays while the run goes on, and closes with it. */
export function DecideDialog({ graph, steps, onOpenRun, onClose }: DecideDialogProps) {
  const t = useT();
  const asked = [...steps.values()].filter((step): step is StepView & { approval: string } => (step.status === "waiting" || step.status === "unknown") && step.approval !== null);
  const known = new Set(asked.map(({ approval }) => approval));
  const { data: detail } = useRun(graph.run.id);
  // What an agent of a step asks has no mark on that step while it goes on.
  const others = detail?.approvals.filter(({ id, status, run }) => status === "pending" && run !== graph.run.id && !known.has(id)) ?? [];
  const isOver = isFinal(graph.run);
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("canvas.decide")}
      about={graph.run.title}
      footer={
        <>
          <Button onClick={onOpenRun}>{t("canvas.decide.run")}</Button>
          <Button onClick={onClose}>{t("words.close")}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {asked.map((step) => (
          <StepDecision key={step.approval} run={graph.run.id} step={step} approval={step.approval} state={graph.state} />
        ))}
        {others.map((approval) => (
          <ApprovalCard key={approval.id} approval={approval} />
        ))}
        {asked.length + others.length === 0 && (
          <p role="status" className="flex items-center gap-2 text-sm text-muted">
            <Spinner />
            {t("canvas.decide.on")}
          </p>
        )}
      </div>
    </Dialog>
  );
}
