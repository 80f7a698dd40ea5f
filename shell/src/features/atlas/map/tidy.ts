/**
 * A tidy tree: parents in the middle of their children, siblings in their order, subtrees as near to each other as
 * they can stand without touching. Flows to the right. Pure.
 */

export interface Branch {
  readonly id: string;
  /** What it stands under; null is a root. */
  readonly parent: string | null;
}

export interface Spot {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly depth: number;
  readonly parent: string | null;
}

export interface Picture {
  /** Parents come before their children. */
  readonly spots: readonly Spot[];
  readonly width: number;
  readonly height: number;
}

export const BOX = { width: 236, height: 58 } as const;
const GAP = { x: 64, siblings: 12, cousins: 26 } as const;

/** The outline of a subtree: how far it reaches up and down at every depth, seen from its root's middle. */
interface Outline {
  readonly top: number[];
  readonly bottom: number[];
}

/** The branches under each, in their order; those whose parent is not there are roots. */
export function childrenOf(branches: readonly Branch[]): ReadonlyMap<string | null, readonly string[]> {
  const known = new Set(branches.map(({ id }) => id));
  const children = new Map<string | null, string[]>();
  for (const { id, parent } of branches) {
    const under = parent !== null && parent !== id && known.has(parent) ? parent : null;
    const others = children.get(under);
    if (others === undefined) children.set(under, [id]);
    else others.push(id);
  }
  return children;
}

/** Where every branch stands. What hangs in a circle hangs nowhere, and is left out. */
export function tidyTree(branches: readonly Branch[]): Picture {
  const children = childrenOf(branches);
  const shifts = new Map<string, number>();
  const trees = (children.get(null) ?? []).map((id) => ({ id, outline: outlineOf(id, children, shifts) }));
  const middles = stacked(trees.map(({ outline }) => outline), GAP.cousins);
  const spots: Spot[] = [];
  const walk = (id: string, parent: string | null, depth: number, middle: number) => {
    spots.push({ id, parent, depth, x: depth * (BOX.width + GAP.x), y: middle - BOX.height / 2 });
    for (const child of children.get(id) ?? []) walk(child, id, depth + 1, middle + (shifts.get(child) ?? 0));
  };
  trees.forEach(({ id }, index) => walk(id, null, 0, middles[index] ?? 0));
  const top = spots.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY);
  const placed = spots.map((spot) => ({ ...spot, y: spot.y - top }));
  return {
    spots: placed,
    width: placed.reduce((most, { x }) => Math.max(most, x + BOX.width), 0),
    height: placed.reduce((most, { y }) => Math.max(most, y + BOX.height), 0),
  };
}

/** The outline of what stands under a branch; notes on the way how far each child is shifted from its parent. */
function outlineOf(id: string, children: ReadonlyMap<string | null, readonly string[]>, shifts: Map<string, number>): Outline {
  const under = children.get(id) ?? [];
  const outlines = under.map((child) => outlineOf(child, children, shifts));
  const leaves = under.every((child) => !children.has(child));
  const middles = stacked(outlines, leaves ? GAP.siblings : GAP.cousins);
  const half = ((middles[0] ?? 0) + (middles.at(-1) ?? 0)) / 2;
  const whole: Outline = { top: [-BOX.height / 2], bottom: [BOX.height / 2] };
  under.forEach((child, index) => {
    const shift = (middles[index] ?? 0) - half;
    shifts.set(child, shift);
    outlines[index]?.top.forEach((top, depth) => {
      const bottom = outlines[index]?.bottom[depth] ?? top;
      whole.top[depth + 1] = Math.min(whole.top[depth + 1] ?? Number.POSITIVE_INFINITY, top + shift);
      whole.bottom[depth + 1] = Math.max(whole.bottom[depth + 1] ?? Number.NEGATIVE_INFINITY, bottom + shift);
    });
  });
  return whole;
}

/** The middles of outlines one below the other, each as high as it can be. */
function stacked(outlines: readonly Outline[], gap: number): readonly number[] {
  const floor: number[] = [];
  return outlines.map(({ top, bottom }, index) => {
    const middle = index === 0 ? 0 : top.reduce((lowest, up, depth) => (floor[depth] === undefined ? lowest : Math.max(lowest, floor[depth] + gap - up)), Number.NEGATIVE_INFINITY);
    bottom.forEach((down, depth) => {
      floor[depth] = Math.max(floor[depth] ?? Number.NEGATIVE_INFINITY, middle + down);
    });
    return middle;
  });
}

export type Way = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

export const isWay = (key: string): key is Way => key === "ArrowLeft" || key === "ArrowRight" || key === "ArrowUp" || key === "ArrowDown";

/** Where an arrow leads: to the parent, to the middle child, or up and down among those at the same depth. */
export function walkTo({ spots }: Picture, from: string, way: Way): string | undefined {
  const here = spots.find(({ id }) => id === from);
  if (here === undefined) return spots[0]?.id;
  if (way === "ArrowLeft") return here.parent ?? undefined;
  if (way === "ArrowRight") {
    const under = spots.filter(({ parent }) => parent === from);
    return under[Math.floor((under.length - 1) / 2)]?.id;
  }
  const column = spots.filter(({ depth }) => depth === here.depth).sort((a, b) => a.y - b.y);
  return column[column.indexOf(here) + (way === "ArrowDown" ? 1 : -1)]?.id;
}

/** The wire from a parent to its child. */
export function wireBetween(parent: Spot, child: Spot): string {
  const [x1, y1, x2, y2] = [parent.x + BOX.width, parent.y + BOX.height / 2, child.x, child.y + BOX.height / 2];
  const half = (x2 - x1) / 2;
  return `M${x1} ${y1}C${x1 + half} ${y1} ${x2 - half} ${y2} ${x2} ${y2}`;
}

/** The dashed arc of an objective that contributes to another: it leaves and arrives on the left, further out the longer it is. */
export function arcBetween(child: Spot, parent: Spot): string {
  const [y1, y2] = [child.y + BOX.height / 2, parent.y + BOX.height / 2];
  if (child.x !== parent.x) return wireBetween(parent.x < child.x ? parent : child, parent.x < child.x ? child : parent);
  const out = child.x - Math.min(GAP.x - 10, 22 + Math.abs(y2 - y1) / 12);
  return `M${child.x} ${y1}C${out} ${y1} ${out} ${y2} ${parent.x} ${y2}`;
}
