/** A run's steps as a list: each with its parts behind it, as far as one has opened them. Pure. */

import type { StepView } from "@/api";
import { ownerOf, type Steps } from "@/runs/steps";

export interface Branch {
  readonly step: StepView;
  /** How deep: the run's own steps are at 0. */
  readonly level: number;
  /** Whether there is something to open in it, and whether it is open; undefined when there is nothing. */
  readonly open: boolean | undefined;
}

/** Whether a step is made of others. One that was taken over from an earlier run is whole: its parts are told there. */
export const hasParts = (step: StepView): boolean =>
  (step.kind === "workflow" || (step.repeats && !isRepetition(step.place))) && !(step.status === "done" && step.total === null);

/** Whether a place is one of a step's repetitions. */
export const isRepetition = (place: string): boolean => place.endsWith("]");

/** Steps in the order they are done in, parts behind what they belong to. */
export function branchesOf(steps: Steps, open: ReadonlySet<string>): readonly Branch[] {
  const inside = new Map<string | null, StepView[]>();
  for (const step of steps.values()) {
    const known = inside.get(step.inside);
    if (known === undefined) inside.set(step.inside, [step]);
    else known.push(step);
  }
  const listed: Branch[] = [];
  const list = (owner: string | null, level: number): void => {
    for (const step of ordered(inside.get(owner) ?? [])) {
      const isOpen = hasParts(step) ? open.has(step.place) : undefined;
      listed.push({ step, level, open: isOpen });
      if (isOpen) list(step.place, level + 1);
    }
  };
  list(null, 0);
  return listed;
}

/** What comes after something stands behind it; else the order of the document. */
function ordered(steps: readonly StepView[]): readonly StepView[] {
  const known = new Map(steps.map((step) => [step.place, step]));
  const listed = new Set<StepView>();
  for (const start of steps) {
    const stack = [start];
    for (let step = stack.at(-1); step !== undefined; step = stack.at(-1)) {
      const missing = step.after.map((place) => known.get(place)).find((before) => before && !listed.has(before) && !stack.includes(before));
      if (missing === undefined) {
        listed.add(step);
        stack.pop();
      } else stack.push(missing);
    }
  }
  return [...listed];
}

/** The open steps whose parts have to be read: nothing of them is known yet. */
export function unread(steps: Steps, open: ReadonlySet<string>): readonly string[] {
  const owners = new Set([...steps.values()].map((step) => step.inside));
  return [...open].filter((place) => {
    const step = steps.get(place);
    return step === undefined ? isRepetition(place) : hasParts(step) && !owners.has(place);
  });
}

/** Everything that a place is inside of, the nearest last. */
export function ownersOf(place: string): readonly string[] {
  const owner = ownerOf(place);
  return owner === null ? [] : [...ownersOf(owner), owner];
}
