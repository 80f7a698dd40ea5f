import type { RunDetail, RunGraph, StepView } from "@/api";
import { ApprovalCard, StepDecision } from "@/decisions";
import { useT } from "@/i18n";
import type { Steps } from "@/runs";
import { Section } from "@/stage";
import { Button } from "@/ui";
import { nameOf } from "./steps/words";

interface WaitingProps {
  readonly detail: RunDetail;
  readonly graph: RunGraph;
  readonly steps: Steps;
  readonly onOpen: (place: string) => void;
}

/** As many cards as one reads at once; the others are a row each. */
const CARDS = 3;

/** Everything of this run that waits for a person, to be decided right here. */
export function Waiting({ detail, graph, steps, onOpen }: WaitingProps) {
  const t = useT();
  const asked = [...steps.values()].filter((step): step is StepView & { approval: string } => isAsking(step));
  const known = new Set(asked.map((step) => step.approval));
  // What an agent of a step asks belongs to that step, but has no mark there while its run goes on. What the run itself
  // asks stands in its steps, which are ahead of this list: one that was just decided may still be pending in it.
  const others = detail.approvals.filter(
    (approval) => approval.status === "pending" && approval.run !== graph.run.id && !known.has(approval.id),
  );
  if (asked.length + others.length === 0) return null;
  return (
    <Section title={t("status.waiting")}>
      <div className="flex flex-col gap-3">
        {asked.slice(0, CARDS).map((step) => (
          <StepDecision key={step.approval} run={graph.run.id} step={step} approval={step.approval} state={graph.state} />
        ))}
        {others.slice(0, CARDS).map((approval) => (
          <ApprovalCard key={approval.id} approval={approval} />
        ))}
        {asked.length > CARDS && (
          <div className="flex flex-wrap gap-2">
            {asked.slice(CARDS).map((step) => (
              <Button key={step.place} size="sm" onClick={() => onOpen(step.place)}>
                {nameOf(step, t)}
              </Button>
            ))}
          </div>
        )}
      </div>
    </Section>
  );
}

function isAsking(step: StepView): boolean {
  return (step.status === "waiting" || step.status === "unknown") && step.approval !== null;
}
