/** The stretch of time that is in sight, and where spans stand in it. Pure; all times are milliseconds from the start. */

export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** The shortest stretch that can be looked at: shorter than the shortest trace, so that every trace can be zoomed. */
export const SHORTEST_MS = 0.01;
const SHORTEST_TRACE_MS = 1;

/** All of a trace. A trace of no length is a millisecond long. */
export function whole(total: number): TimeWindow {
  return { from: 0, to: Math.max(total, SHORTEST_TRACE_MS) };
}

/** The window held inside the trace, as long as it was if it fits. */
export function held({ from, to }: TimeWindow, total: number): TimeWindow {
  const all = whole(total);
  const length = Math.min(Math.max(to - from, SHORTEST_MS), all.to);
  const start = Math.min(Math.max(from, 0), all.to - length);
  return { from: start, to: start + length };
}

/** Nearer by a factor above one, further by one below; the moment `at` (0 to 1) of the window stays where it is. */
export function zoomed(window: TimeWindow, factor: number, total: number, at = 0.5): TimeWindow {
  const length = window.to - window.from;
  const wished = Math.min(Math.max(length / factor, SHORTEST_MS), whole(total).to);
  const fixed = window.from + length * at;
  return held({ from: fixed - wished * at, to: fixed + wished * (1 - at) }, total);
}

/** Moved by a share of its length. */
export function moved(window: TimeWindow, share: number, total: number): TimeWindow {
  const by = (window.to - window.from) * share;
  return held({ from: window.from + by, to: window.to + by }, total);
}

/** Exactly one span in sight, with a little room on both sides. */
export function around(start: number, duration: number, total: number): TimeWindow {
  const room = Math.max(duration * 0.1, SHORTEST_TRACE_MS / 2);
  return held({ from: start - room, to: start + duration + room }, total);
}

export interface Place {
  /** From 0 to 1 of the window. */
  readonly left: number;
  readonly width: number;
}

/** Where a span stands in the window, cut at its edges; null when it is out of sight. */
export function placeOf(start: number, duration: number, { from, to }: TimeWindow): Place | null {
  const length = to - from;
  const [first, last] = [Math.max(start, from), Math.min(start + duration, to)];
  if (length <= 0 || last < first || start > to || start + duration < from) return null;
  return { left: (first - from) / length, width: (last - first) / length };
}

/** Whether all of a trace is in sight. */
export function isWhole(window: TimeWindow, total: number): boolean {
  const all = whole(total);
  return window.from <= 0 && window.to >= all.to;
}
