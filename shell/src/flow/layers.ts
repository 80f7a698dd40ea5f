/** The order in which steps can run, and what comes before what. Pure. */

import type { Graph, Step } from "@/api";

/** Steps that can run side by side, layer after layer. Steps that wait for each other come last, so that none is lost. */
export function layersOf<S extends Pick<Step, "id" | "dependencies">>(steps: readonly S[]): readonly (readonly S[])[] {
  const known = new Set(steps.map(({ id }) => id));
  const waits = new Map<string, number>();
  const after = new Map<string, string[]>();
  for (const { id, dependencies = [] } of steps) {
    const real = [...new Set(dependencies)].filter((each) => known.has(each));
    waits.set(id, real.length);
    for (const each of real) after.set(each, after.get(each) ?? []).get(each)?.push(id);
  }
  const depths = new Map<string, number>();
  let ready = [...waits].flatMap(([id, count]) => (count === 0 ? [id] : []));
  for (let depth = 0; ready.length > 0; depth += 1) {
    const next: string[] = [];
    for (const id of ready) {
      depths.set(id, depth);
      for (const later of after.get(id) ?? []) {
        const left = (waits.get(later) ?? 0) - 1;
        waits.set(later, left);
        if (left === 0) next.push(later);
      }
    }
    ready = next;
  }
  const last = [...depths.values()].reduce((most, depth) => Math.max(most, depth + 1), 0);
  const layers: S[][] = [];
  for (const step of steps) (layers[depths.get(step.id) ?? last] ??= []).push(step);
  return layers;
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
