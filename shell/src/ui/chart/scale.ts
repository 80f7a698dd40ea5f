/** The arithmetic of charts: round numbers along an axis, and where a value stands. Pure. */

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** All values and nothing, since an amount is seen from its root; a span of no length is made one. */
export function spanOf(values: readonly (number | null | undefined)[]): Span {
  const known = values.filter((value): value is number => typeof value === "number" && Number.isFinite(value));
  const from = known.reduce((least, value) => Math.min(least, value), 0);
  const to = known.reduce((most, value) => Math.max(most, value), 0);
  return from === to ? { from, to: from + 1 } : { from, to };
}

/** Round numbers that cover a span in about so many steps: 0, 50, 100. The first and the last enclose it. */
export function ticksOf({ from, to }: Span, about = 4): readonly number[] {
  const step = roundStep((to - from) / Math.max(1, about));
  const [first, last] = [Math.floor(from / step + 1e-9), Math.ceil(to / step - 1e-9)];
  return Array.from({ length: last - first + 1 }, (_, at) => tidy((first + at) * step, step));
}

/** The next of 1, 2, 2.5, 5, 10 times a power of ten. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const share = rough / power;
  const factor = [1, 2, 2.5, 5].find((each) => share <= each + 1e-9) ?? 10;
  return factor * power;
}

/** Without the crumbs of binary fractions. */
function tidy(value: number, step: number): number {
  const decimals = Math.max(0, -Math.floor(Math.log10(step)) + 1);
  return Number(value.toFixed(Math.min(12, decimals)));
}

/** Where values stand between two places; a place may lie before the other, as it does with height. */
export function placing({ from, to }: Span, start: number, end: number): (value: number) => number {
  const length = to - from;
  return (value) => (length === 0 ? start : start + ((value - from) / length) * (end - start));
}

/** The middles of so many equal slots along a length. */
export function slotsIn(length: number, count: number): { readonly width: number; readonly middle: (index: number) => number } {
  const width = count === 0 ? length : length / count;
  return { width, middle: (index) => (index + 0.5) * width };
}

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Lines through spots, broken where there is none: a month without data is a gap, not a zero. */
export function linesThrough(spots: readonly (Spot | null)[]): readonly (readonly Spot[])[] {
  const lines: Spot[][] = [];
  let open: Spot[] | null = null;
  for (const spot of spots) {
    if (spot === null) open = null;
    else if (open === null) lines.push((open = [spot]));
    else open.push(spot);
  }
  return lines;
}

/** The path along spots. */
export function pathAlong(spots: readonly Spot[]): string {
  return spots.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
}

/** The ground under a line, down to a height. */
export function areaUnder(spots: readonly Spot[], floor: number): string {
  const [first, last] = [spots[0], spots.at(-1)];
  return first === undefined || last === undefined ? "" : `${pathAlong(spots)}L${round(last.x)} ${round(floor)}L${round(first.x)} ${round(floor)}Z`;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** How much room labels need beside an axis, at the size of small words. */
export function roomFor(labels: readonly string[]): number {
  return Math.ceil(labels.reduce((longest, label) => Math.max(longest, label.length), 0) * 6.3) + 10;
}

/** Which labels along an axis are written, when each needs this much room: every first, second, third …, and never two that touch. */
export function everyNth(count: number, length: number, room: number): number {
  return Math.max(1, Math.ceil((count * room) / Math.max(1, length)));
}
