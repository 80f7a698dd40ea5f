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
  const waits = new Map(graph.nodes.map((step) => [step.id, new Set<string>()]));
  const after = new Map(graph.nodes.map((step) => [step.id, [] as string[]]));
  for (const { id, dependencies } of graph.nodes) {
    for (const before of dependencies) {
      after.get(before)?.push(id);
      if (after.has(before)) waits.get(id)?.add(before);
    }
  }
  const queue = [...waits].flatMap(([id, left]) => (left.size === 0 ? [id] : []));
  for (const id of queue) {
    waits.delete(id);
    for (const later of after.get(id) ?? []) {
      const left = waits.get(later);
      if (left?.delete(id) && left.size === 0) queue.push(later);
    }
  }
  const walked: string[] = [];
  for (let id = waits.keys().next().value; id !== undefined; id = waits.get(id)?.values().next().value) {
    const at = walked.indexOf(id);
    if (at >= 0) return walked.slice(at).reverse();
    walked.push(id);
  }
  return null;
}
