/** Steps as they stand before they begin: written in a graph, and not yet done. Pure. */

import type { Graph, StepView } from "@/api";

type Step = Graph["nodes"][number];

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
  skipped: null,
  size: null,
  usage: null,
  artifacts: [],
} as const satisfies Partial<StepView>;

/** A step that has not begun, inside of another one or of none. */
export function unbegun(node: Step, owner: string | null): StepView {
  return {
    ...UNBEGUN,
    place: placeIn(node.id, owner),
    inside: owner,
    kind: node.kind,
    title: node.title || node.id,
    after: node.dependencies.map((id) => placeIn(id, owner)),
    capability: node.call?.capability ?? null,
    agent: node.agent,
    stops_before: node.interrupt?.before ?? false,
    stops_after: node.interrupt?.after ?? false,
    repeats: node.repeat !== null,
    condition: node.when,
  };
}

/** Every graph by the step it is inside of; inside repetitions nobody knows yet how many there will be. */
export function* graphsIn(graph: Graph, owner: string | null = null): Generator<readonly [string | null, Graph]> {
  yield [owner, graph];
  for (const node of graph.nodes) {
    if (node.graph && !node.repeat) yield* graphsIn(node.graph, placeIn(node.id, owner));
  }
}

const placeIn = (id: string, owner: string | null) => (owner === null ? id : `${owner}/${id}`);
