/** Steps that are switched off: which, and how they are switched. Pure. */

import type { Edit } from "./change";
import { type Draft, splitPlace, stepOf } from "./model";

/** Whether a step is not done: it is switched off, or a step that it is inside of is. */
export function isOff(draft: Pick<Draft, "graph">, place: string): boolean {
  const step = stepOf(draft, place);
  const { inside } = splitPlace(place);
  return (step !== null && step.disabled) || (inside !== null && isOff(draft, inside));
}

/** The edits that switch steps: all of them off where one is on, else all of them on. What is no step stays. */
export function switched(draft: Pick<Draft, "graph">, places: Iterable<string>): Edit[] {
  const steps = [...new Set(places)].flatMap((place) => {
    const step = stepOf(draft, place);
    return step === null ? [] : [{ place, step }];
  });
  const disabled = steps.some(({ step }) => !step.disabled);
  return steps.flatMap(({ place, step }): Edit[] => (step.disabled === disabled ? [] : [{ type: "changeStep", id: place, fields: { disabled } }]));
}
