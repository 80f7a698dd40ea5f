/** The steps inside steps that have not begun: written in the graph, not yet part of the run. Pure. */

import type { Graph, RunGraph, StepView } from "@/api";

const UNBEGUN = {
  status: "pending",
  effect: null,
  done: null,
  total: null,
  attempt: 0,
  started_at: null,
  finished_at: null,
  again_at: null,
  moment: null,
  approval: null,
  error: null,
  run: null,
  call: null,
  origin: null,
  usage: null,
  artifacts: [],
} as const satisfies Partial<StepView>;

/** A run's steps, with those that graphs inside them will have once they begin. */
export function withPlanned({ graph, steps }: Pick<RunGraph, "graph" | "steps">): readonly StepView[] {
  const begun = new Set(steps.map((step) => step.inside));
  const planned = [...definitions(graph, null)].flatMap(([owner, inner]) =>
    begun.has(owner) || owner === null ? [] : inner.nodes.map((node) => planOf(node, owner)),
  );
  return planned.length === 0 ? steps : [...steps, ...planned];
}

type Step = Graph["nodes"][number];

/** Every graph by the step it is inside of; inside repetitions nobody knows yet how many there will be. */
function* definitions(graph: Graph, owner: string | null): Generator<readonly [string | null, Graph]> {
  yield [owner, graph];
  for (const node of graph.nodes) {
    if (node.graph && !node.repeat) yield* definitions(node.graph, placeOf(node.id, owner));
  }
}

const placeOf = (id: string, owner: string | null) => (owner === null ? id : `${owner}/${id}`);

function planOf(node: Step, owner: string): StepView {
  return {
    ...UNBEGUN,
    place: placeOf(node.id, owner),
    inside: owner,
    kind: node.kind,
    title: node.title || node.id,
    after: node.dependencies.map((id) => placeOf(id, owner)),
    capability: node.call?.capability ?? null,
    agent: node.agent,
    stops_before: node.interrupt?.before ?? false,
    stops_after: node.interrupt?.after ?? false,
    repeats: node.repeat !== null,
    condition: node.when,
  };
}
