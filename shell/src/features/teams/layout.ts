/** Where the cards of a team stand, and the lines between them. Pure. */

import type { HandoffRule } from "@/api";

export const CARD = { width: 200, height: 104 } as const;
const GAP = { x: 88, y: 72 } as const;
/** Room at the right for lines between cards that stand below each other. */
const SIDE = 56;

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly places: ReadonlyMap<string, Place>;
  readonly width: number;
  readonly height: number;
}

/** Cards in rows, as many beside each other as fit. */
export function layoutOf(agents: readonly string[], room: number): Layout {
  const fitting = Math.floor((room - SIDE + GAP.x) / (CARD.width + GAP.x));
  const columns = Math.max(1, Math.min(fitting, agents.length, 4));
  const places = new Map(
    agents.map((agent, index) => [
      agent,
      { x: (index % columns) * (CARD.width + GAP.x), y: Math.floor(index / columns) * (CARD.height + GAP.y) },
    ]),
  );
  const rows = Math.max(1, Math.ceil(agents.length / columns));
  return {
    places,
    width: columns * (CARD.width + GAP.x) - GAP.x + SIDE,
    height: rows * (CARD.height + GAP.y) - GAP.y + 44,
  };
}

/** The line of a handoff, from the edge of one card to the edge of another; there and back do not meet. */
export function lineOf({ from_agent, to_agent }: Pick<HandoffRule, "from_agent" | "to_agent">, { places }: Layout): string | null {
  const from = places.get(from_agent);
  const to = places.get(to_agent);
  if (from === undefined || to === undefined) return null;
  const { width, height } = CARD;
  if (from.y === to.y) {
    const step = Math.abs(to.x - from.x) / (width + GAP.x);
    if (to.x > from.x && step <= 1) return `M ${from.x + width} ${from.y + height / 2} L ${to.x - 6} ${to.y + height / 2}`;
    const low = from.y + height;
    const deep = low + 24 + 8 * step;
    return `M ${from.x + width / 2} ${low} C ${from.x + width / 2} ${deep + 12}, ${to.x + width / 2} ${deep + 12}, ${to.x + width / 2} ${low + 6}`;
  }
  if (from.x === to.x) {
    const isDown = to.y > from.y;
    if (isDown && to.y - from.y <= height + GAP.y) return `M ${from.x + width / 2} ${from.y + height} L ${to.x + width / 2} ${to.y - 6}`;
    const side = from.x + width;
    return `M ${side} ${from.y + height / 2} C ${side + 48} ${from.y + height / 2}, ${side + 48} ${to.y + height / 2}, ${side + 6} ${to.y + height / 2}`;
  }
  const isDown = to.y > from.y;
  const start = isDown ? from.y + height : from.y;
  const end = isDown ? to.y - 6 : to.y + height + 6;
  const shift = isDown ? 24 : -24;
  const middle = (start + end) / 2;
  return `M ${from.x + width / 2 + shift} ${start} C ${from.x + width / 2 + shift} ${middle}, ${to.x + width / 2 + shift} ${middle}, ${to.x + width / 2 + shift} ${end}`;
}
