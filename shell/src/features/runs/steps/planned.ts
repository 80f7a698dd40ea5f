/** The steps inside steps that have not begun: written in the graph, not yet part of the run. Pure. */

import type { RunGraph, StepView } from "@/api";
import { graphsIn, unbegun } from "@/runs/planned";

/** A run's steps, with those that graphs inside them will have once they begin. */
export function withPlanned({ graph, steps }: Pick<RunGraph, "graph" | "steps">): readonly StepView[] {
  const begun = new Set(steps.map((step) => step.inside));
  const planned = [...graphsIn(graph)].flatMap(([owner, inner]) =>
    begun.has(owner) || owner === null ? [] : inner.nodes.map((node) => unbegun(node, owner)),
  );
  return planned.length === 0 ? steps : [...steps, ...planned];
}
