import { useEffect, useMemo, useState } from "react";

import { type RunGraph, type StepView, subscribe } from "@/api";
import { afterEvents, type Steps, stepsOf } from "./steps";

const NONE: Steps = new Map();
const NO_PARTS: readonly StepView[] = [];

/**
 * The steps of a run as they stand now: a snapshot, parts that were read apart, and every event since.
 *
 * A frame's events are one update, and steps they do not speak of stay the very same objects. `parts` is the very
 * same list from one render to the next until it changes: another one is another snapshot, read on from its cursor.
 */
export function useSteps(graph: RunGraph | undefined, parts: readonly StepView[] = NO_PARTS): Steps {
  const first = useMemo(() => (graph === undefined ? NONE : stepsOf([...graph.steps, ...parts])), [graph, parts]);
  const [live, setLive] = useState<{ readonly first: Steps; readonly steps: Steps }>({ first, steps: first });
  const run = graph?.run.id;
  const cursor = graph?.cursor;
  useEffect(() => {
    if (run === undefined || cursor === undefined) return;
    return subscribe(
      { run },
      (events) =>
        setLive((before) => {
          const steps = before.first === first ? before.steps : first;
          return { first, steps: afterEvents(steps, events) };
        }),
      { since: cursor },
    );
  }, [run, cursor, first]);
  return live.first === first ? live.steps : first;
}
