/** Where something new goes on a canvas, and the edits that put it there. Pure. */

import type { Step } from "@/api";
import { type Draft, type Edit, freeId, freshId, graphOf, INPUTS, type Note, OUTPUT, placeOf, type Point, type Size, splitPlace, stepOf } from "@/flow";
import { type Branch, branchOf, withBranch } from "./branches";
import { END, NODE } from "./nodes/looks";
import { isStep, placesIn, settle, sizesIn } from "./scene";

export const GAP = { across: 72, down: 32 } as const;
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
  /** On which branch of the condition before it. */
  readonly branch?: Branch | null;
}

/** Add what was wished for: at a point, else after a step and joined to it, else where there is room; or between two that are joined. */
export function insert(draft: Draft, inside: string | null, wish: Wish, where: Spot): Inserted {
  if ("note" in wish) return insertNote(draft, where.at ?? freeSpot(draft, inside, where.after ?? null));
  const id = freshId(draft, wish.name, inside);
  const after = where.after != null && isStep(where.after) ? splitPlace(where.after).id : null;
  const step = wish.step(id);
  const next = where.before ? stepOf(draft, where.before) : null;
  const branch = after === null ? null : (where.branch ?? branchOf(next?.when ?? null, after));
  const joined = after === null ? step : { ...step, dependencies: [after], when: branch === null ? step.when : withBranch(step.when, after, branch) };
  const room = where.at === undefined && where.before ? between(draft, inside, where) : null;
  const at = where.at ?? room?.at ?? freeSpot(draft, inside, where.after ?? null);
  const node = placeOf(inside, id);
  const edits: Edit[] = [settle(draft, inside, room?.moved ?? outputAfter(draft, inside, at)), ...(room?.notes ?? []), { type: "addStep", step: joined, at, inside }];
  if (where.before && where.after) edits.push({ type: "disconnect", from: where.after, to: where.before }, { type: "connect", from: node, to: where.before });
  return { edits, node };
}

/** The spot between the ends of a wire. */
export function onWire(wire: string): Spot {
  const [after = "", before = ""] = wire.split("→");
  return isStep(after) && isStep(before) ? { after, before } : {};
}

interface Room {
  readonly at: Point;
  readonly moved: Readonly<Record<string, Point>>;
  readonly notes: readonly Edit[];
}

/** The spot between two nodes; where they stand too near to each other, what stands from the second one on moves to the right. */
function between(draft: Draft, inside: string | null, { after, before }: Spot): Room | null {
  const places = placesIn(draft, inside);
  const [from, to] = [places[after ?? ""], places[before ?? ""]];
  if (from === undefined || to === undefined) return null;
  const lacking = from.x + 2 * (NODE.width + GAP.across) - to.x;
  const isBeside = to.x >= from.x + NODE.width;
  if (lacking <= 0 || !isBeside) return { at: { x: Math.round((from.x + to.x) / 2), y: Math.round((from.y + to.y) / 2) + (isBeside ? 0 : NODE.height + GAP.down) }, moved: {}, notes: [] };
  const aside = ({ x, y }: Point): Point => ({ x: x + lacking, y });
  const notes = inside === null ? (draft.canvas?.notes ?? []).filter((note) => note.at.x >= to.x) : [];
  return {
    at: { x: from.x + NODE.width + GAP.across, y: Math.round((from.y + to.y) / 2) },
    moved: Object.fromEntries(Object.keys(sizesIn(draft, inside)).flatMap((name) => (places[name] !== undefined && places[name].x >= to.x ? [[name, aside(places[name])]] : []))),
    notes: notes.map((note): Edit => ({ type: "setNote", note: { ...note, at: aside(note.at) } })),
  };
}

/** The output stays after all steps while it stands there; one that was put elsewhere stays where it is. */
function outputAfter(draft: Draft, inside: string | null, step: Point): Record<string, Point> {
  const places = placesIn(draft, inside);
  const name = placeOf(inside, OUTPUT);
  const output = places[name];
  const steps = graphOf(draft, inside)?.nodes.map(({ id }) => places[placeOf(inside, id)]?.x ?? 0) ?? [];
  const x = step.x + NODE.width + GAP.across;
  if (output === undefined || output.x >= x || steps.some((each) => each + NODE.width > output.x)) return {};
  return { [name]: { x, y: steps.length === 0 ? step.y + (NODE.height - END.height) / 2 : output.y } };
}

function insertNote(draft: Draft, at: Point): Inserted {
  const id = freeId("note", new Set(draft.canvas?.notes.map((each) => each.id)));
  const note: Note = { id, text: "", at, ...NOTE_SIZE, color: "amber" };
  return { edits: [{ type: "setNote", note }], node: `note:${id}` };
}

/** To the right of a node, below what stands there already; the output makes room by itself. */
export function freeSpot(draft: Draft, inside: string | null, after: string | null): Point {
  const places = placesIn(draft, inside);
  const sizes = sizesIn(draft, inside);
  const before = after ?? lastOf(draft, inside);
  const boxes = boxesIn(draft, inside).filter(({ name }) => name !== placeOf(inside, OUTPUT));
  const from = places[before] ?? places[placeOf(inside, INPUTS)] ?? { x: 0, y: 0 };
  const size = sizes[before] ?? NODE;
  let spot = { x: from.x + size.width + GAP.across, y: from.y + (size.height - NODE.height) / 2 };
  while (boxes.some((box) => meets(box, { ...spot, ...NODE }))) spot = { x: spot.x, y: spot.y + NODE.height + GAP.down };
  return spot;
}

/** How far down steps have to go from where they are wished, so that they lie over nothing. */
export function roomBelow(draft: Draft, inside: string | null, spots: readonly Point[]): number {
  const boxes = boxesIn(draft, inside);
  const isCovered = (down: number) => spots.some(({ x, y }) => boxes.some((box) => meets(box, { x, y: y + down, ...NODE })));
  let down = 0;
  while (isCovered(down)) down += NODE.height + GAP.down;
  return down;
}

/** What stands in the shown graph: each node with its place and size. */
function boxesIn(draft: Draft, inside: string | null): readonly (Box & { readonly name: string })[] {
  const places = placesIn(draft, inside);
  return Object.entries(sizesIn(draft, inside)).flatMap(([name, size]) => (places[name] === undefined ? [] : [{ name, ...places[name], ...size }]));
}

function lastOf(draft: Draft, inside: string | null): string {
  return placeOf(inside, graphOf(draft, inside)?.nodes.at(-1)?.id ?? INPUTS);
}

type Box = Point & Size;

const meets = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width + 8 && other.x < one.x + one.width + 8 && one.y < other.y + other.height + 8 && other.y < one.y + one.height + 8;
