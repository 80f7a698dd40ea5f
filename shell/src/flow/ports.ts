/** What may be connected with what: dependencies between steps, and results with parameters. Pure. */

import type { Graph } from "@/api";
import { graphOf, INPUTS, OUTPUT, splitPlace, type Draft } from "./model";

/** Why two nodes cannot be connected. */
export type ConnectCode = "itself" | "twice" | "circle" | "unknown" | "into_inputs" | "from_output" | "other_graph" | "end";

export interface ConnectProblem {
  readonly code: ConnectCode;
  /** The steps that would wait for each other, in the order they would. */
  readonly circle?: readonly string[];
}

/** Why `to` cannot wait for `from`, both given by their places; nothing when it can. */
export function canConnect(draft: Pick<Draft, "graph">, from: string, to: string): ConnectProblem | null {
  const start = splitPlace(from);
  const end = splitPlace(to);
  if (end.id === INPUTS) return { code: "into_inputs" };
  if (start.id === OUTPUT) return { code: "from_output" };
  if (start.inside !== end.inside) return { code: "other_graph" };
  if (from === to) return { code: "itself" };
  const graph = graphOf(draft, start.inside);
  const isEnd = start.id === INPUTS || end.id === OUTPUT;
  const target = graph?.nodes.find(({ id }) => id === end.id);
  const source = graph?.nodes.find(({ id }) => id === start.id);
  if (graph === null || (target === undefined && end.id !== OUTPUT) || (source === undefined && start.id !== INPUTS)) {
    return { code: "unknown" };
  }
  if (isEnd) return { code: "end" };
  if (target?.dependencies.includes(start.id)) return { code: "twice" };
  const circle = wayBetween(graph, end.id, start.id);
  return circle === null ? null : { code: "circle", circle };
}

/** The steps on a shortest way from one to another along what waits for what; nothing when there is no way. */
export function wayBetween(graph: Graph, from: string, to: string): readonly string[] | null {
  const dependencies = new Map(graph.nodes.map((step) => [step.id, step.dependencies]));
  // It walks back from the end, since each step knows what it waits for.
  const next = new Map<string, string | null>([[to, null]]);
  const queue = [to];
  for (const id of queue) {
    if (id === from) return trail(next, id);
    for (const before of dependencies.get(id) ?? []) {
      if (next.has(before)) continue;
      next.set(before, id);
      queue.push(before);
    }
  }
  return null;
}

function trail(next: ReadonlyMap<string, string | null>, from: string): string[] {
  const way: string[] = [];
  for (let id: string | null = from; id !== null; id = next.get(id) ?? null) way.push(id);
  return way;
}

/** Everything a step waits for, directly or through others. */
export function stepsBefore(graph: Graph, id: string): Set<string> {
  const dependencies = new Map(graph.nodes.map((step) => [step.id, step.dependencies]));
  const before = new Set<string>();
  const queue = [...(dependencies.get(id) ?? [])];
  for (const each of queue) {
    if (before.has(each) || !dependencies.has(each)) continue;
    before.add(each);
    queue.push(...(dependencies.get(each) ?? []));
  }
  return before;
}

/** A circle of steps that wait for each other; nothing when there is none. */
export function findCircle(graph: Graph): readonly string[] | null {
  const known = new Set(graph.nodes.map(({ id }) => id));
  const left = new Map(graph.nodes.map((step) => [step.id, step.dependencies.filter((each) => known.has(each))]));
  const done = new Set<string>();
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    for (const [id, dependencies] of left) {
      if (!dependencies.every((each) => done.has(each))) continue;
      done.add(id);
      left.delete(id);
      isMoving = true;
    }
  }
  const first = left.keys().next().value;
  if (first === undefined) return null;
  const walked: string[] = [];
  for (let id = first; ; id = left.get(id)?.find((each) => left.has(each)) ?? first) {
    const at = walked.indexOf(id);
    if (at >= 0) return walked.slice(at).reverse();
    walked.push(id);
  }
}
