/** What the steps of a run are called. Pure. */

import type { Event, Graph } from "@/api";

/** What a step is called, by its place. */
export type Names = (place: string) => string;

/** Places as they are, where no graph says better. */
export const asPlaced: Names = (place) => place;

/** The names a graph gives its steps; a repetition is counted as people do: "Read each 3". */
export function namesOf(graph: Graph | undefined): Names {
  if (graph === undefined) return asPlaced;
  const titles = new Map(titled(graph, ""));
  return (place) => {
    const title = titles.get(place.replace(/\[\d+\]/g, ""));
    const number = /\[(\d+)\]$/.exec(place)?.[1];
    if (title === undefined) return place;
    return number === undefined ? title : `${title} ${Number(number) + 1}`;
  };
}

function* titled(graph: Graph, prefix: string): Generator<readonly [string, string]> {
  for (const node of graph.nodes) {
    const place = `${prefix}${node.id}`;
    yield [place, node.title || node.id];
    if (node.graph) yield* titled(node.graph, `${place}/`);
  }
}

/** The graph that a run settled on last, as its events tell. */
export function graphIn(events: readonly Event[]): Graph | undefined {
  for (const { data } of events.toReversed()) if (data.type === "run.planned") return data.graph;
  return undefined;
}
