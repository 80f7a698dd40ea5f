import { useMemo } from "react";

import type { RunDetail, RunGraph, StepDetail } from "@/api";
import { ChangeList, StepDecision } from "@/decisions";
import { useT } from "@/i18n";
import { namesOf, Timeline, useRunEvents, wordsOf } from "@/runs";
import { Fold, ResultData, Section } from "@/stage";
import { JsonTree } from "@/ui";
import { AgentRun } from "./AgentRun";
import { Attempts } from "./Attempts";
import { eventsOf } from "./events";
import { StepFacts } from "./StepFacts";

interface StepPartsProps {
  readonly detail: RunDetail;
  readonly graph: RunGraph;
  readonly step: StepDetail;
}

/** What there is to know about a step, only what has something to say. */
export function StepParts({ detail, graph, step: whole }: StepPartsProps) {
  const t = useT();
  const { step, params, result, attempts, call } = whole;
  const events = eventsOf(useRunEvents(detail), step.place, call);
  const names = useMemo(() => namesOf(graph.graph), [graph.graph]);
  const asked = step.status === "waiting" || step.status === "unknown" ? step.approval : null;
  return (
    <div className="flex flex-col gap-6">
      <StepFacts step={step} />
      {asked !== null && <StepDecision run={graph.run.id} step={step} approval={asked} state={graph.state} />}
      {step.status === "unknown" && call !== null && (
        <Section title={t("steps.changes")}>
          <ChangeList run={graph.run.id} of={(change) => change.call === call} />
        </Section>
      )}
      {step.error && step.status !== "done" && (
        <p className="rounded-md border border-line bg-bad-soft px-3 py-2 text-sm whitespace-pre-line text-fg">{wordsOf(step.error, t)}</p>
      )}
      {params !== null && Object.keys(params).length > 0 && (
        <Section title={t("steps.given")}>
          <JsonTree value={params} label={t("steps.given")} className="max-h-72" />
        </Section>
      )}
      {result !== null && result !== undefined && step.moment !== "after" && (
        <Section title={t("steps.made")}>
          <ResultData data={result} />
        </Section>
      )}
      {step.run !== null && <AgentRun id={step.run} />}
      {attempts.length > 1 && (
        <Section title={t("steps.attempts")}>
          <Attempts attempts={attempts} />
        </Section>
      )}
      {events.length > 0 && (
        <Section title={t("activity.timeline")}>
          <Timeline events={events} names={names} />
        </Section>
      )}
      <Fold title={t("steps.definition")}>
        <JsonTree value={whole.definition} label={t("steps.definition")} className="max-h-72" />
      </Fold>
    </div>
  );
}
