/** The time ahead as a line with marks on it. Pure. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export type Span = "day" | "week";

export const SPANS: Readonly<Record<Span, number>> = { day: DAY, week: 7 * DAY };

export interface Tick {
  readonly at: number;
  /** Where on the line, from 0 to 1. */
  readonly place: number;
}

/** Where the line is marked: every six hours of a day, every midnight of a week; not right at its ends. */
export function ticksOf(span: Span, now: number): readonly Tick[] {
  const whole = SPANS[span];
  const first = new Date(now);
  if (span === "day") first.setHours(Math.floor(first.getHours() / 6) * 6 + 6, 0, 0, 0);
  else first.setHours(24, 0, 0, 0);
  const ticks: Tick[] = [];
  for (const at = first; at.getTime() < now + whole; span === "day" ? at.setHours(at.getHours() + 6) : at.setDate(at.getDate() + 1)) {
    const place = (at.getTime() - now) / whole;
    if (place > 0.04 && place < 0.97) ticks.push({ at: at.getTime(), place });
  }
  return ticks;
}

export interface Mark {
  readonly place: number;
  readonly at: number;
  /** What is due there, each once. */
  readonly titles: readonly string[];
}

interface Due {
  readonly title: string;
  readonly times: readonly number[];
}

/** Marks on a line that has room for `slots` of them: what falls into the same place is one mark. */
export function marksOf(due: readonly Due[], span: Span, now: number, slots = 96): readonly Mark[] {
  const whole = SPANS[span];
  const found = new Map<number, { at: number; titles: Set<string> }>();
  for (const { title, times } of due) {
    for (const at of times) {
      const place = (at - now) / whole;
      if (place < 0 || place > 1) continue;
      const slot = Math.min(slots - 1, Math.floor(place * slots));
      const mark = found.get(slot) ?? { at, titles: new Set<string>() };
      mark.at = Math.min(mark.at, at);
      mark.titles.add(title);
      found.set(slot, mark);
    }
  }
  return [...found].sort(([a], [b]) => a - b).map(([slot, { at, titles }]) => ({ place: (slot + 0.5) / slots, at, titles: [...titles] }));
}
