import { useCallback, useMemo, useState } from "react";

import { useCapabilities, useRunGraph, useStepResults, type Workflow, type WorkflowView } from "@/api";
import { draftOf, givenResults, type NeededResult, neededResults } from "@/flow";

const NONE: readonly string[] = [];

export interface HandResults {
  /** The results of earlier steps that the step needs. */
  readonly needed: readonly NeededResult[];
  /** What stands in the form now; undefined where nothing that can be read does. */
  readonly set: (id: string, value: unknown) => void;
  /** What goes along with the run. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** The results one step of a kept workflow needs to run alone, begun with those of its last run and its samples. */
export function useHandResults(workflow: Workflow & Partial<Pick<WorkflowView, "last_run">>, step: string | undefined, project: string): HandResults {
  const last = workflow.last_run?.run;
  const { data: capabilities } = useCapabilities();
  const { data: run } = useRunGraph(step === undefined ? undefined : last?.id);
  const done = useMemo(() => (run === undefined ? NONE : run.steps.filter(({ status, inside }) => status === "done" && inside === null).map(({ place }) => place)), [run]);
  const wanted = useMemo(() => (step === undefined ? NONE : neededIn(workflow, step).filter((id) => done.includes(id))), [workflow, step, done]);
  const results = useStepResults(run?.run.id ?? "", wanted);
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({});
  const needed = useMemo(() => {
    if (step === undefined) return [];
    const returns = new Map(capabilities?.map((each) => [each.name, each.returns]));
    // What ran elsewhere is nothing that a run here takes over.
    const graph = last?.project === project ? (run?.graph ?? null) : null;
    return neededResults(draftOf(workflow), step, ({ call }) => (call === null ? null : (returns.get(call.capability) ?? null)), { results, graph });
  }, [workflow, step, capabilities, results, run, last, project]);
  const set = useCallback((id: string, value: unknown) => setValues((before) => ({ ...before, [id]: value })), []);
  const given = useMemo(() => givenResults(needed, { ...Object.fromEntries(needed.map(({ id, value }) => [id, value])), ...values }), [needed, values]);
  return { needed, set, given };
}

function neededIn(workflow: Workflow, step: string): readonly string[] {
  return neededResults(draftOf(workflow), step, () => null, { results: {}, graph: null }).map(({ id }) => id);
}
