/**
 * A layered layout: steps flow one way, edges cross little and bend around what stands between their ends. Pure.
 *
 * Layers by longest path; an edge over several layers gets a place of its own in each (else it would run through
 * nodes); order by neighbours' middles; then places by least squares.
 */

import { layersOf, orderedLayers, reversed } from "./layers";
import { centresOf } from "./spacing";

export interface Box {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly after: readonly string[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Wire {
  readonly from: string;
  readonly to: string;
  /** Where it goes between its ends, in the order of the flow. */
  readonly bends: readonly Point[];
}

export interface Layout {
  /** The left upper corner of each box. */
  readonly places: ReadonlyMap<string, Point>;
  readonly wires: readonly Wire[];
  readonly width: number;
  readonly height: number;
}

export type Direction = "right" | "down";

const BESIDE = 20;
const BEHIND = 44;
const LANE = 8;
/** More bends than this say nothing any more, and cost: then wires go straight. */
const MOST_BENDS = 4_000;
/** Boxes that nothing connects are packed instead of piled up. */
const PILE = 4;

/** Place boxes so that what comes after something stands behind it. */
export function layOut(boxes: readonly Box[], direction: Direction): Layout {
  const known = new Map(boxes.map((box, at) => [box.id, at]));
  const befores = boxes.map((box) => box.after.flatMap((id) => known.get(id) ?? []));
  if (boxes.length > PILE && befores.every((before) => before.length === 0)) return packed(boxes);
  const graph = withLanes(boxes, befores, direction);
  const afters = reversed(graph.befores.length, graph.befores);
  const rows = orderedLayers(graph.rows, graph.befores, afters);
  const centres = centresOf(rows, { befores: graph.befores, afters }, graph.across, BESIDE);
  return drawn(boxes, { ...graph, rows }, centres, direction);
}

interface Laned {
  readonly rows: readonly (readonly number[])[];
  readonly befores: readonly (readonly number[])[];
  /** How much room each takes across its layer. */
  readonly across: readonly number[];
  /** The lanes of each wire, by its ends. */
  readonly wires: readonly { readonly from: number; readonly to: number; readonly lanes: readonly number[] }[];
}

/** The graph with a lane in every layer that a wire passes. */
function withLanes(boxes: readonly Box[], befores: readonly (readonly number[])[], direction: Direction): Laned {
  const layer = layersOf(boxes.length, befores);
  const rows: number[][] = Array.from({ length: layer.reduce((most, each) => Math.max(most, each), 0) + 1 }, () => []);
  layer.forEach((at, node) => rows[at]?.push(node));
  const across = boxes.map((box) => (direction === "right" ? box.height : box.width));
  const lengths = befores.flatMap((before, to) => before.map((from) => (layer[to] ?? 0) - (layer[from] ?? 0) - 1));
  const straight = lengths.reduce((sum, each) => sum + Math.max(0, each), 0) > MOST_BENDS;
  const links: number[][] = boxes.map(() => []);
  const wires = befores.flatMap((before, to) =>
    before.map((from) => {
      const lanes: number[] = [];
      let last = from;
      for (let at = (layer[from] ?? 0) + 1; !straight && at < (layer[to] ?? 0); at += 1) {
        const lane = across.push(LANE) - 1;
        links[lane] = [last];
        rows[at]?.push(lane);
        lanes.push(lane);
        last = lane;
      }
      links[to]?.push(last);
      return { from, to, lanes };
    }),
  );
  return { rows, befores: links, across, wires };
}

/** Layers behind each other, everything moved so that it begins at zero. */
function drawn(boxes: readonly Box[], graph: Laned, centres: readonly number[], direction: Direction): Layout {
  const along = (node: number) => (direction === "right" ? boxes[node]?.width : boxes[node]?.height) ?? 0;
  const first = graph.across.reduce((least, size, node) => Math.min(least, (centres[node] ?? 0) - size / 2), Number.POSITIVE_INFINITY);
  const places = new Map<string, Point>();
  const passes = new Map<number, readonly Point[]>();
  const turned = (a: number, b: number): Point => (direction === "right" ? { x: a, y: b } : { x: b, y: a });
  let start = 0;
  let breadth = 0;
  for (const row of graph.rows) {
    const depth = row.reduce((most, node) => Math.max(most, along(node)), 0);
    for (const node of row) {
      const size = graph.across[node] ?? 0;
      const centre = (centres[node] ?? 0) - first;
      breadth = Math.max(breadth, centre + size / 2);
      const box = boxes[node];
      if (box !== undefined) places.set(box.id, turned(start, centre - size / 2));
      // A lane goes straight through its layer; a box that ends before its layer does is left straight, too.
      const ends = box === undefined ? [start, start + depth] : along(node) < depth ? [start + depth] : [];
      passes.set(node, ends.map((end) => turned(end, centre)));
    }
    start += depth + BEHIND;
  }
  const wires = graph.wires.map(({ from, to, lanes }) => ({
    from: boxes[from]?.id ?? "",
    to: boxes[to]?.id ?? "",
    bends: [from, ...lanes].flatMap((node) => passes.get(node) ?? []),
  }));
  const length = Math.max(0, start - BEHIND);
  const { x: width, y: height } = turned(length, breadth);
  return { places, wires, width, height };
}

/** A grid, about as wide as it is high. */
function packed(boxes: readonly Box[]): Layout {
  const columns = Math.ceil(Math.sqrt(boxes.length / 2));
  const width = boxes.reduce((most, box) => Math.max(most, box.width), 0);
  const places = new Map<string, Point>();
  let top = 0;
  for (let from = 0; from < boxes.length; from += columns) {
    const row = boxes.slice(from, from + columns);
    row.forEach((box, at) => places.set(box.id, { x: at * (width + BESIDE), y: top }));
    top += row.reduce((most, box) => Math.max(most, box.height), 0) + BESIDE;
  }
  return { places, wires: [], width: columns * (width + BESIDE) - BESIDE, height: top - BESIDE };
}
