/** Where something new goes on a canvas, and the edits that put it there. Pure. */

import type { Step } from "@/api";
import { type Draft, type Edit, freeId, freshId, graphOf, INPUTS, type Note, placeOf, type Point, type Size, splitPlace } from "@/flow";
import { NODE } from "./nodes/looks";
import { isStep, placesIn, settle, sizesIn } from "./scene";

const GAP = { across: 72, down: 32 } as const;
export const NOTE_SIZE = { width: 240, height: 120 } as const;

/** Something the palette can add: a step of some kind, or a note. */
export type Wish = { readonly step: (id: string) => Step; readonly name: string } | { readonly note: true };

export interface Inserted {
  readonly edits: readonly Edit[];
  /** The node that is new. */
  readonly node: string;
}

/** Where something new goes; all of it may be left out. */
export interface Spot {
  readonly at?: Point;
  /** The node it comes after, and is joined to. */
  readonly after?: string | null;
  /** The node that then waits for it instead of the one before. */
  readonly before?: string | null;
}

/** Add what was wished for: at a point, else after a step and joined to it, else where there is room; or between two that are joined. */
export function insert(draft: Draft, inside: string | null, wish: Wish, where: Spot): Inserted {
  if ("note" in wish) return insertNote(draft, where.at ?? freeSpot(draft, inside, where.after ?? null));
  const id = freshId(draft, wish.name, inside);
  const after = where.after != null && isStep(where.after) ? splitPlace(where.after).id : null;
  const step = wish.step(id);
  const joined = after === null ? step : { ...step, dependencies: [after] };
  const at = where.at ?? (where.before ? between(draft, inside, where) : null) ?? freeSpot(draft, inside, where.after ?? null);
  const node = placeOf(inside, id);
  const edits: Edit[] = [settle(draft, inside), { type: "addStep", step: joined, at, inside }];
  if (where.before && where.after) edits.push({ type: "disconnect", from: where.after, to: where.before }, { type: "connect", from: node, to: where.before });
  return { edits, node };
}

/** The spot between the ends of a wire. */
export function onWire(wire: string): Spot {
  const [after = "", before = ""] = wire.split("→");
  return isStep(after) && isStep(before) ? { after, before } : {};
}

/** Half way between two nodes, below the wire where they stand too near to each other for a third one. */
function between(draft: Draft, inside: string | null, { after, before }: Spot): Point | null {
  const places = placesIn(draft, inside);
  const [from, to] = [places[after ?? ""], places[before ?? ""]];
  if (from === undefined || to === undefined) return null;
  const isNear = to.x - from.x < 2 * NODE.width + GAP.across;
  return { x: Math.round((from.x + to.x) / 2), y: Math.round((from.y + to.y) / 2) + (isNear ? NODE.height + GAP.down : 0) };
}

function insertNote(draft: Draft, at: Point): Inserted {
  const id = freeId("note", new Set(draft.canvas?.notes.map((each) => each.id)));
  const note: Note = { id, text: "", at, ...NOTE_SIZE, color: "amber" };
  return { edits: [{ type: "setNote", note }], node: `note:${id}` };
}

/** To the right of a node, below what stands there already. */
export function freeSpot(draft: Draft, inside: string | null, after: string | null): Point {
  const places = placesIn(draft, inside);
  const sizes = sizesIn(draft, inside);
  const boxes = Object.keys(sizes).flatMap((name) => (places[name] === undefined ? [] : [{ ...places[name], ...(sizes[name] ?? NODE) }]));
  const from = places[after ?? lastOf(draft, inside)] ?? places[placeOf(inside, INPUTS)] ?? { x: 0, y: 0 };
  const width = sizes[after ?? ""]?.width ?? NODE.width;
  let spot = { x: from.x + width + GAP.across, y: from.y };
  while (boxes.some((box) => meets(box, { ...spot, ...NODE }))) spot = { x: spot.x, y: spot.y + NODE.height + GAP.down };
  return spot;
}

function lastOf(draft: Draft, inside: string | null): string {
  return placeOf(inside, graphOf(draft, inside)?.nodes.at(-1)?.id ?? INPUTS);
}

type Box = Point & Size;

const meets = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width + 8 && other.x < one.x + one.width + 8 && one.y < other.y + other.height + 8 && other.y < one.y + one.height + 8;
