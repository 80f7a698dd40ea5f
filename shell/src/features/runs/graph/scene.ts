/** A run's steps as a picture: boxes with places, groups around what is inside a step, wires between them. Pure. */

import type { StepView } from "@/api";
import { type Box, type Direction, layOut, type Point } from "./layout";

export interface Spot extends Point {
  readonly place: string;
  readonly width: number;
  readonly height: number;
  /** Whether it is drawn open, around its parts. */
  readonly open: boolean;
}

export interface Line {
  readonly from: string;
  readonly to: string;
  /** All points it passes, its ends included. */
  readonly points: readonly Point[];
}

export interface Scene {
  /** Groups come before what is inside them. */
  readonly spots: readonly Spot[];
  readonly lines: readonly Line[];
  readonly direction: Direction;
  readonly width: number;
  readonly height: number;
}

export const NODE = { width: 196, height: 56 } as const;
const HEADER = 36;
const MARGIN = 16;

/** What a step is made of, as far as it is known. */
export type Parts = ReadonlyMap<string | null, readonly StepView[]>;

/** Steps by what they are inside of. */
export function partsOf(steps: Iterable<StepView>): Parts {
  const parts = new Map<string | null, StepView[]>();
  for (const step of steps) {
    const known = parts.get(step.inside);
    if (known === undefined) parts.set(step.inside, [step]);
    else known.push(step);
  }
  return parts;
}

/** The picture of these steps, with those of `open` drawn around their parts. */
export function sceneOf(parts: Parts, open: ReadonlySet<string>, direction: Direction): Scene {
  return { ...drawn(null, parts, open, direction), direction };
}

interface Drawn {
  readonly spots: readonly Spot[];
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
}

function drawn(owner: string | null, parts: Parts, open: ReadonlySet<string>, direction: Direction): Drawn {
  const steps = parts.get(owner) ?? [];
  const insides = new Map<string, Drawn>();
  const boxes = steps.map((step): Box => {
    if (!open.has(step.place) || !parts.has(step.place)) return { id: step.place, after: step.after, ...NODE };
    const inside = drawn(step.place, parts, open, direction);
    insides.set(step.place, inside);
    const width = Math.max(NODE.width, inside.width + 2 * MARGIN);
    return { id: step.place, after: step.after, width, height: inside.height + HEADER + MARGIN };
  });
  const layout = layOut(boxes, direction);
  const spots: Spot[] = [];
  const lines: Line[] = [];
  const sizes = new Map(boxes.map((box) => [box.id, box]));
  for (const box of boxes) {
    const { x, y } = layout.places.get(box.id) ?? { x: 0, y: 0 };
    const inside = insides.get(box.id);
    spots.push({ place: box.id, x, y, width: box.width, height: box.height, open: inside !== undefined });
    if (inside === undefined) continue;
    const corner = { x: x + (box.width - inside.width) / 2, y: y + HEADER };
    spots.push(...inside.spots.map((spot) => ({ ...spot, ...moved(spot, corner) })));
    lines.push(...inside.lines.map((line) => ({ ...line, points: line.points.map((point) => moved(point, corner)) })));
  }
  for (const { from, to, bends } of layout.wires) {
    const ends = [end(layout.places.get(from), sizes.get(from), direction, 1), end(layout.places.get(to), sizes.get(to), direction, 0)];
    lines.push({ from, to, points: [ends[0], ...bends, ends[1]].flatMap((point) => point ?? []) });
  }
  return { spots, lines, width: layout.width, height: layout.height };
}

const moved = (point: Point, by: Point): Point => ({ x: point.x + by.x, y: point.y + by.y });

/** The middle of the side where a wire leaves (1) or arrives (0). */
function end(corner: Point | undefined, box: Box | undefined, direction: Direction, side: 0 | 1): Point | undefined {
  if (corner === undefined || box === undefined) return undefined;
  return direction === "right"
    ? { x: corner.x + side * box.width, y: corner.y + box.height / 2 }
    : { x: corner.x + box.width / 2, y: corner.y + side * box.height };
}

/** A smooth path through points: it leaves and arrives along the flow. */
export function pathThrough(points: readonly Point[], direction: Direction): string {
  const [first, ...rest] = points;
  if (first === undefined) return "";
  let before = first;
  const pieces = rest.map((point) => {
    const half = direction === "right" ? (point.x - before.x) / 2 : (point.y - before.y) / 2;
    const [a, b] =
      direction === "right"
        ? [`${before.x + half} ${before.y}`, `${point.x - half} ${point.y}`]
        : [`${before.x} ${before.y + half}`, `${point.x} ${point.y - half}`];
    before = point;
    return `C${a} ${b} ${point.x} ${point.y}`;
  });
  return `M${first.x} ${first.y}${pieces.join("")}`;
}

const KEYS = ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"] as const;
export type Arrow = (typeof KEYS)[number];

export const isArrow = (key: string): key is Arrow => KEYS.some((each) => each === key);

/** Where an arrow leads: with the flow or against it along a wire, across it to the nearest beside. */
export function walk({ spots, lines, direction }: Scene, from: string, key: Arrow): string | undefined {
  const here = spots.find((spot) => spot.place === from);
  if (here === undefined) return spots[0]?.place;
  const along = direction === "right" ? key === "ArrowRight" || key === "ArrowLeft" : key === "ArrowDown" || key === "ArrowUp";
  const forward = key === "ArrowRight" || key === "ArrowDown";
  if (along) {
    const linked = new Set(lines.flatMap((line) => (forward ? line.from === from && line.to : line.to === from && line.from) || []));
    return nearest(here, spots.filter((spot) => linked.has(spot.place)), direction);
  }
  const [start, size] = direction === "right" ? (["x", "width"] as const) : (["y", "height"] as const);
  const beside = spots.filter((spot) => {
    const overlaps = spot[start] < here[start] + here[size] && here[start] < spot[start] + spot[size];
    const past = across(spot, direction) - across(here, direction);
    return overlaps && (forward ? past > 0 : past < 0);
  });
  return nearest(here, beside, direction);
}

const across = (spot: Spot, direction: Direction) =>
  direction === "right" ? spot.y + spot.height / 2 : spot.x + spot.width / 2;

function nearest(here: Spot, others: readonly Spot[], direction: Direction): string | undefined {
  const far = (spot: Spot) => Math.abs(across(spot, direction) - across(here, direction));
  return others.reduce<Spot | undefined>((best, spot) => (best === undefined || far(spot) < far(best) ? spot : best), undefined)?.place;
}
