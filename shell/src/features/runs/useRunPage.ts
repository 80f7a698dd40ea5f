import { useCallback, useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";

import { type RunGraph, type StepView, useStepParts } from "@/api";
import { type Steps, useSteps } from "@/runs";
import { withPlanned } from "./steps/planned";
import { hasParts, ownersOf, unread } from "./steps/tree";
import { type Open, readView, type View, writeView } from "./view";

const NONE: readonly StepView[] = [];

export interface RunView extends Open {
  readonly steps: Steps;
  /** The steps whose parts are shown. */
  readonly opened: ReadonlySet<string>;
  readonly toggle: (step: StepView) => void;
  readonly show: (view: View) => void;
  readonly openStep: (place: string | undefined) => void;
}

/** What the page of a run shows: its steps as they stand, those that are opened up, and the one with its details. */
export function useRunPage(graph: RunGraph): RunView {
  const [, navigate] = useLocation();
  const search = useSearch();
  const run = graph.run.id;
  const open = useMemo(() => readView(search), [search]);
  const [chosen, choose] = useState<ReadonlySet<string>>(() => new Set(open.step === undefined ? [] : ownersOf(open.step)));
  const whole = useMemo(() => ({ ...graph, steps: [...withPlanned(graph)] }), [graph]);
  const known = useMemo(() => new Map(whole.steps.map((step) => [step.place, step])), [whole]);
  const { data: parts = NONE } = useStepParts(run, unread(known, chosen));
  const steps = useSteps(whole, parts);
  const toggle = useCallback((step: StepView) => {
    if (!hasParts(step)) return;
    choose((before) => {
      const next = new Set(before);
      if (!next.delete(step.place)) next.add(step.place);
      return next;
    });
  }, []);
  const go = useCallback((next: Open) => navigate(`/runs/${run}${writeView(next)}`, { replace: true }), [navigate, run]);
  const show = useCallback((view: View) => go({ ...open, view, event: undefined }), [go, open]);
  const openStep = useCallback((step: string | undefined) => go({ ...open, step }), [go, open]);
  return { ...open, steps, opened: chosen, toggle, show, openStep };
}
