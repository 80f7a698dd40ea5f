/** Steps in the order they can run. Pure. */

import type { Step } from "@/api";

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
