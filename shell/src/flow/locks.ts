/** What of a graph has to stay as it is, because it has begun, and what an edit would make of that. Pure. */

import type { Graph, Step, StepView } from "@/api";
import { type Draft, INPUTS, isSame } from "./model";

/** The steps of the outermost graph that have begun: the run keeps them as they are. */
export function begunIn(steps: Iterable<Pick<StepView, "place" | "inside" | "status">>): Set<string> {
  const begun = [...steps].filter(({ inside, status }) => inside === null && status !== "pending" && status !== "ready");
  return new Set(begun.map(({ place }) => place));
}

/** What of these steps, and of what the whole is given, is not as it was: the names of those. */
export function touched(before: Graph, after: Graph, kept: Iterable<string>): string[] {
  const [was, is] = [stepsOf(before), stepsOf(after)];
  const changed = [...kept].filter((id) => was.has(id) && !isSame(was.get(id), is.get(id)));
  return isSame(before.inputs, after.inputs) ? changed : [INPUTS, ...changed];
}

/** A step that was changed although it has begun, as it was meant to be; nothing when it was to be removed. */
export interface Lost {
  readonly id: string;
  readonly was: Step;
  readonly mine: Step | null;
}

/** A draft in which what has begun is as the run has it, and everything of the draft that had to go for that. */
export function withKept(mine: Draft, run: Graph, kept: ReadonlySet<string>): { readonly draft: Draft; readonly lost: readonly Lost[] } {
  const drawn = stepsOf(mine.graph);
  const lost = run.nodes.flatMap((was): Lost[] => {
    const now = drawn.get(was.id) ?? null;
    return kept.has(was.id) && !isSame(was, now) ? [{ id: was.id, was, mine: now }] : [];
  });
  const isSound = lost.length === 0 && isSame(mine.graph.inputs, run.inputs);
  if (isSound) return { draft: mine, lost };
  const back = new Map(lost.map(({ was }) => [was.id, was]));
  const missing = lost.flatMap(({ was, mine: now }) => (now === null ? [was] : []));
  const nodes = [...missing, ...mine.graph.nodes.map((step) => back.get(step.id) ?? step)];
  return { draft: { ...mine, graph: { ...mine.graph, inputs: run.inputs, nodes } }, lost };
}

/** The outermost step a place is in: `loop` of `loop/search`. */
export function outermost(place: string): string {
  return place.split(/[/[]/, 1)[0] ?? place;
}

function stepsOf(graph: Graph): ReadonlyMap<string, Step> {
  return new Map(graph.nodes.map((step) => [step.id, step]));
}
