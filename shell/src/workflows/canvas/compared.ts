/** Two drafts in one picture: what is new, what changed, and what goes. Pure. */

import type { Graph, Step } from "@/api";
import { compare, type Draft, EMPTY_CANVAS, tidyCanvas } from "@/flow";
import type { Standing } from "./looks";

export interface Compared {
  /** Everything of either draft. */
  readonly draft: Draft;
  /** What became of each step, and of each wire as `from→to`. */
  readonly standing: ReadonlyMap<string, Standing>;
}

export function comparedOf(before: Draft, after: Draft): Compared {
  const { steps, edges } = compare(before, after);
  const standing = new Map<string, Standing>();
  for (const [place, change] of steps) if (change !== "same") standing.set(place, change);
  for (const { from, to } of edges.added) standing.set(`${from}→${to}`, "added");
  for (const { from, to } of edges.gone) standing.set(`${from}→${to}`, "gone");
  const [was, is] = [before.canvas ?? EMPTY_CANVAS, after.canvas ?? EMPTY_CANVAS];
  const canvas = tidyCanvas({ ...is, positions: { ...was.positions, ...is.positions } });
  return { draft: { ...after, graph: union(before.graph, after.graph), canvas }, standing };
}

function union(before: Graph, after: Graph): Graph {
  const was = new Map(before.nodes.map((step) => [step.id, step]));
  const known = new Set(after.nodes.map(({ id }) => id));
  const joined = after.nodes.map((step): Step => {
    const dependencies = [...new Set([...step.dependencies, ...(was.get(step.id)?.dependencies ?? [])])];
    return { ...step, dependencies };
  });
  return { ...after, nodes: [...joined, ...before.nodes.filter(({ id }) => !known.has(id))] };
}
