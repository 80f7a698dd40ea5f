/** Walking through a canvas with the arrow keys: along the wires, or to what stands above and below. Pure. */

import { type Draft, graphOf, INPUTS, OUTPUT, placeOf, type Point, splitPlace } from "@/flow";
import { placesIn } from "./scene";

export type Arrow = "ArrowRight" | "ArrowLeft" | "ArrowDown" | "ArrowUp";

export const isArrow = (key: string): key is Arrow => /^Arrow(Right|Left|Down|Up)$/.test(key);

/** Where an arrow leads from a node; nothing when there is nothing that way. */
export function walk(draft: Draft, inside: string | null, from: string | null, key: Arrow): string | null {
  const graph = graphOf(draft, inside);
  if (graph === null) return null;
  const start = placeOf(inside, INPUTS);
  if (from === null) return start;
  const places = placesIn(draft, inside);
  const here = places[from] ?? draft.canvas?.notes.find(({ id }) => `note:${id}` === from)?.at ?? { x: 0, y: 0 };
  if (key === "ArrowDown" || key === "ArrowUp") return beside(nodesAt(draft, inside, places), from, here, key === "ArrowDown");
  const { id } = splitPlace(from);
  const after = new Set(graph.nodes.flatMap(({ dependencies }) => dependencies));
  const ends = graph.nodes.filter((step) => !after.has(step.id)).map((step) => step.id);
  const starts = graph.nodes.filter(({ dependencies }) => dependencies.length === 0).map((step) => step.id);
  const linked =
    key === "ArrowRight"
      ? id === INPUTS
        ? starts
        : [...graph.nodes.filter(({ dependencies }) => dependencies.includes(id)).map((step) => step.id), ...(ends.includes(id) ? [OUTPUT] : [])]
      : id === OUTPUT
        ? ends
        : [...(graph.nodes.find((step) => step.id === id)?.dependencies ?? []), ...(starts.includes(id) ? [INPUTS] : [])];
  return nearest(here, linked.map((each) => placeOf(inside, each)), places);
}

function nodesAt(draft: Draft, inside: string | null, places: Readonly<Record<string, Point>>): ReadonlyMap<string, Point> {
  const steps = [INPUTS, ...(graphOf(draft, inside)?.nodes.map(({ id }) => id) ?? []), OUTPUT].map((id) => placeOf(inside, id));
  const notes = inside === null ? (draft.canvas?.notes ?? []).map(({ id, at }) => [`note:${id}`, at] as const) : [];
  return new Map([...steps.flatMap((node) => (places[node] === undefined ? [] : [[node, places[node]] as const])), ...notes]);
}

/** The nearest node above or below: sideways counts three times, so that a column is walked first. */
function beside(all: ReadonlyMap<string, Point>, from: string, here: Point, isDown: boolean): string | null {
  let best: { readonly node: string; readonly far: number } | null = null;
  for (const [node, { x, y }] of all) {
    if (node === from || (isDown ? y <= here.y : y >= here.y)) continue;
    const far = Math.abs(y - here.y) + 3 * Math.abs(x - here.x);
    if (best === null || far < best.far) best = { node, far };
  }
  return best?.node ?? null;
}

function nearest(here: Point, nodes: readonly string[], places: Readonly<Record<string, Point>>): string | null {
  const far = (node: string) => Math.abs((places[node]?.y ?? 0) - here.y);
  return nodes.reduce<string | null>((best, node) => (best === null || far(node) < far(best) ? node : best), null);
}
