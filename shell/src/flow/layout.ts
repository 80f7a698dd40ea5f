/** Where nodes stand: layer after layer from left to right, near what they wait for, none over another. Pure. */

import type { Graph } from "@/api";
import type { Edit } from "./change";
import { layersOf } from "./layers";
import { type Draft, graphOf, INPUTS, type Note, OUTPUT, placeOf, type Point, type Size } from "./model";
import { orderLayers, type Web } from "./order";

/** How large nodes are drawn where nothing else is known. */
export const NODE_SIZE: Size = { width: 240, height: 96 };
export const GAP_ACROSS = 72;
export const GAP_DOWN = 32;
/** What a frame around the steps of a graph inside needs above them and around them. */
export const FRAME_HEAD = 56;
export const FRAME_EDGE = 24;

export interface LayoutOptions {
  /** How large nodes are, by their place. */
  readonly sizes?: Readonly<Record<string, Size>>;
  /** The graph that is drawn: of the whole, or the one inside a step. */
  readonly inside?: string | null;
  /** The places of steps whose graphs are drawn inside them. */
  readonly open?: ReadonlySet<string>;
}

export interface Layout {
  /** Where each node stands, by its place; those inside a frame are counted from the corner of the frame. */
  readonly positions: Record<string, Point>;
  /** How large each node is; a frame is as large as what it holds. */
  readonly sizes: Record<string, Size>;
}

/** Where all nodes of a draft stand when it is laid out anew. */
export function layOut(draft: Pick<Draft, "graph">, options: LayoutOptions = {}): Record<string, Point> {
  return measure(draft, options).positions;
}

/** Where all nodes stand when laid out anew, and how large the frames around graphs inside are. */
export function measure(draft: Pick<Draft, "graph">, options: LayoutOptions = {}): Layout {
  const inside = options.inside ?? null;
  const graph = graphOf(draft, inside);
  const layout: Layout = { positions: {}, sizes: {} };
  if (graph !== null) layGraph(graph, inside, options, layout, true);
  return layout;
}

/** Where those nodes stand that stand nowhere yet, beside what they wait for and clear of all others. */
export function placeMissing(draft: Draft, options: LayoutOptions = {}): Record<string, Point> {
  const inside = options.inside ?? null;
  const { positions: ideal, sizes } = measure(draft, options);
  const known = draft.canvas?.positions ?? {};
  const ids = [INPUTS, ...(graphOf(draft, inside)?.nodes.map(({ id }) => id) ?? []), OUTPUT].map((id) => placeOf(inside, id));
  const standing = ids.filter((id) => Object.hasOwn(known, id));
  const nested = Object.keys(ideal).filter((key) => !ids.includes(key) && !Object.hasOwn(known, key));
  const placed: Record<string, Point> = Object.fromEntries(nested.map((key) => [key, ideal[key] as Point]));
  const boxes = [...standing.map((id) => boxOf(known[id] as Point, sizes[id])), ...(inside === null ? noteBoxes(draft) : [])];
  const shift = standing.length === 0 ? { x: 0, y: 0 } : shiftOf(standing, ideal, known);
  for (const id of ids) {
    const wish = ideal[id];
    if (wish === undefined || Object.hasOwn(known, id)) continue;
    const box = freeBox(boxOf({ x: wish.x + shift.x, y: wish.y + shift.y }, sizes[id]), boxes);
    boxes.push(box);
    placed[id] = { x: box.x, y: box.y };
  }
  return placed;
}

/** The edits that lay a draft out anew. Notes go along with the node they stand next to. */
export function tidy(draft: Draft, options: LayoutOptions = {}): Edit[] {
  const { positions, sizes } = measure(draft, options);
  const edits: Edit[] = [{ type: "move", positions }];
  if ((options.inside ?? null) !== null) return edits;
  return [...edits, ...placeNotes(draft, positions, sizes).map((note): Edit => ({ type: "setNote", note }))];
}

/** The notes that move along when nodes move: each keeps its distance to the node it stands next to. */
export function placeNotes(draft: Draft, positions: Readonly<Record<string, Point>>, sizes: Readonly<Record<string, Size>>): Note[] {
  const known = draft.canvas?.positions ?? {};
  const anchors = Object.keys(positions).filter((key) => Object.hasOwn(known, key) && !key.includes("/"));
  const boxes = Object.keys(positions).filter((key) => !key.includes("/")).map((key) => boxOf(positions[key] as Point, sizes[key]));
  const moved: Note[] = [];
  for (const note of draft.canvas?.notes ?? []) {
    const anchor = nearest(note, anchors, known);
    const was = anchor === null ? null : known[anchor];
    const is = anchor === null ? null : positions[anchor];
    const at = was && is ? { x: note.at.x + is.x - was.x, y: note.at.y + is.y - was.y } : note.at;
    const box = freeBox({ ...at, width: note.width, height: note.height }, boxes);
    boxes.push(box);
    if (box.x !== note.at.x || box.y !== note.at.y) moved.push({ ...note, at: { x: box.x, y: box.y } });
  }
  return moved;
}

export type Side = "left" | "center" | "right" | "top" | "middle" | "bottom";

/** Where nodes stand when they are set in one line along a side. */
export function align(positions: Readonly<Record<string, Point>>, sizes: Readonly<Record<string, Size>>, ids: readonly string[], side: Side): Record<string, Point> {
  const boxes = ids.flatMap((id) => (positions[id] ? [[id, boxOf(positions[id], sizes[id])] as const] : []));
  const isAcross = side === "left" || side === "center" || side === "right";
  const [start, length] = isAcross ? (["x", "width"] as const) : (["y", "height"] as const);
  const first = Math.min(...boxes.map(([, box]) => box[start]));
  const last = Math.max(...boxes.map(([, box]) => box[start] + box[length]));
  const place = (box: Box) => {
    if (side === "left" || side === "top") return first;
    return side === "right" || side === "bottom" ? last - box[length] : (first + last - box[length]) / 2;
  };
  return Object.fromEntries(boxes.map(([id, box]) => [id, { x: box.x, y: box.y, [start]: place(box) }]));
}

/** Where nodes stand when the gaps between them are equal; the first and the last one stay. */
export function distribute(positions: Readonly<Record<string, Point>>, sizes: Readonly<Record<string, Size>>, ids: readonly string[], way: "across" | "down"): Record<string, Point> {
  const [start, length] = way === "across" ? (["x", "width"] as const) : (["y", "height"] as const);
  const boxes = ids.flatMap((id) => (positions[id] ? [[id, boxOf(positions[id], sizes[id])] as const] : []));
  boxes.sort(([, a], [, b]) => a[start] - b[start]);
  const first = boxes[0]?.[1];
  const last = boxes.at(-1)?.[1];
  if (first === undefined || last === undefined) return {};
  const taken = boxes.reduce((sum, [, box]) => sum + box[length], 0);
  const gap = (last[start] + last[length] - first[start] - taken) / Math.max(1, boxes.length - 1);
  let next = first[start];
  return Object.fromEntries(
    boxes.map(([id, box]) => {
      const at = next;
      next += box[length] + gap;
      return [id, { x: box.x, y: box.y, [start]: at }];
    }),
  );
}

interface Box extends Point, Size {}

/** Lay a graph out, add its nodes to the layout, and give how much room they take. */
function layGraph(graph: Graph, inside: string | null, options: LayoutOptions, layout: Layout, hasEnds: boolean): Size {
  for (const step of graph.nodes) {
    const place = placeOf(inside, step.id);
    const isOpen = step.graph !== null && (options.open?.has(place) ?? false);
    const known = options.sizes?.[place];
    layout.sizes[place] = isOpen && step.graph !== null ? frameOf(layGraph(step.graph, place, options, layout, false)) : (known ?? NODE_SIZE);
  }
  const columns = webOf(graph, hasEnds);
  if (hasEnds) for (const id of [INPUTS, OUTPUT]) layout.sizes[placeOf(inside, id)] = options.sizes?.[placeOf(inside, id)] ?? NODE_SIZE;
  const sizeOf = (id: string) => layout.sizes[placeOf(inside, id)] ?? NODE_SIZE;
  const corner = hasEnds ? { x: 0, y: 0 } : { x: FRAME_EDGE, y: FRAME_HEAD };
  const rows = orderLayers(columns, (id) => sizeOf(id).height, GAP_DOWN);
  let x = corner.x;
  let bottom = 0;
  columns.layers.forEach((layer) => {
    const width = Math.max(...layer.map((id) => sizeOf(id).width));
    for (const id of layer) {
      const y = corner.y + (rows.get(id) ?? 0);
      layout.positions[placeOf(inside, id)] = { x, y };
      bottom = Math.max(bottom, y + sizeOf(id).height);
    }
    x += width + GAP_ACROSS;
  });
  return { width: Math.max(0, x - corner.x - GAP_ACROSS), height: Math.max(0, bottom - corner.y) };
}

function frameOf(inner: Size): Size {
  return { width: inner.width + 2 * FRAME_EDGE, height: inner.height + FRAME_HEAD + FRAME_EDGE };
}

/** The layers of a graph and what is connected with what, the two ends of the whole included. */
function webOf(graph: Graph, hasEnds: boolean): Web {
  const layers = layersOf(graph.nodes).map((layer) => layer.map(({ id }) => id));
  const known = new Set(graph.nodes.map(({ id }) => id));
  const edges = graph.nodes.flatMap(({ id, dependencies }) =>
    [...new Set(dependencies)].flatMap((from) => (known.has(from) && from !== id ? [[from, id] as const] : [])),
  );
  if (!hasEnds) return { layers, edges };
  const waited = new Set(edges.map(([from]) => from));
  const waiting = new Set(edges.map(([, to]) => to));
  const starts = [...known].flatMap((id) => (waiting.has(id) ? [] : [[INPUTS, id] as const]));
  const ends = [...known].flatMap((id) => (waited.has(id) ? [] : [[id, OUTPUT] as const]));
  return { layers: [[INPUTS], ...layers, [OUTPUT]], edges: [...starts, ...edges, ...ends] };
}

function boxOf({ x, y }: Point, size: Size = NODE_SIZE): Box {
  return { x, y, width: size.width, height: size.height };
}

function noteBoxes(draft: Draft): Box[] {
  return (draft.canvas?.notes ?? []).map((note) => boxOf(note.at, note));
}

/** How far nodes that stand somewhere are from where they would be laid out, in the middle. */
function shiftOf(ids: readonly string[], ideal: Readonly<Record<string, Point>>, known: Readonly<Record<string, Point>>): Point {
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const far = ids.flatMap((id) => (ideal[id] && known[id] ? [{ x: known[id].x - ideal[id].x, y: known[id].y - ideal[id].y }] : []));
  return { x: middle(far.map(({ x }) => x)), y: middle(far.map(({ y }) => y)) };
}

/** The box moved down just so far that it lies over no other. */
function freeBox(box: Box, others: readonly Box[]): Box {
  const beside = others.filter((each) => each.x < box.x + box.width + GAP_DOWN && box.x < each.x + each.width + GAP_DOWN);
  const sorted = beside.sort((a, b) => a.y - b.y);
  let y = box.y;
  for (const each of sorted) {
    const isClear = y + box.height + GAP_DOWN <= each.y || each.y + each.height + GAP_DOWN <= y;
    if (!isClear) y = each.y + each.height + GAP_DOWN;
  }
  return { ...box, y };
}

function nearest(note: Note, keys: readonly string[], positions: Readonly<Record<string, Point>>): string | null {
  const middle = { x: note.at.x + note.width / 2, y: note.at.y + note.height / 2 };
  const far = (key: string) => {
    const at = positions[key] ?? middle;
    return Math.hypot(at.x + NODE_SIZE.width / 2 - middle.x, at.y + NODE_SIZE.height / 2 - middle.y);
  };
  return keys.reduce<string | null>((best, key) => (best === null || far(key) < far(best) ? key : best), null);
}
