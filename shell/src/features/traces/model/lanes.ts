/** The whole trace at a glance: what went on at the same time stands in lanes, and the critical path above them. Pure. */

import type { Span, SpanKind } from "@/api";

/** Spans that do something themselves; the others only hold them together. */
const WORK: ReadonlySet<SpanKind> = new Set(["model", "rules", "tool", "retrieval", "memory", "wait"]);

export const MOST_LANES = 6;

export interface LaneBar {
  readonly lane: number;
  readonly from: number;
  readonly to: number;
  readonly kind: SpanKind;
  readonly bad: boolean;
}

/** The lane of each span that does something: the first one that is free when it begins. More than the last share it. */
export function lanesOf(spans: readonly Span[], most = MOST_LANES): ReadonlyMap<string, number> {
  const work = spans.filter(({ kind }) => WORK.has(kind)).sort((a, b) => a.start_ms - b.start_ms);
  const free: number[] = [];
  const found = new Map<string, number>();
  for (const span of work) {
    const fitting = free.findIndex((until) => until <= span.start_ms);
    const lane = fitting !== -1 ? fitting : free.length < most ? free.length : most - 1;
    free[lane] = Math.max(free[lane] ?? 0, span.start_ms + span.duration_ms);
    found.set(span.id, lane);
  }
  return found;
}

/** Bars to draw: neighbours of one kind in a lane that are nearer than can be seen become one. */
export function barsOf(spans: readonly Span[], total: number, dots = 600): readonly LaneBar[] {
  const lanes = lanesOf(spans);
  const least = total / dots;
  const last = new Map<number, { lane: number; from: number; to: number; kind: SpanKind; bad: boolean }>();
  const bars: LaneBar[] = [];
  const ordered = spans.filter(({ id }) => lanes.has(id)).sort((a, b) => a.start_ms - b.start_ms);
  for (const span of ordered) {
    const lane = lanes.get(span.id) ?? 0;
    const [from, to] = [span.start_ms, span.start_ms + span.duration_ms];
    const bad = span.status === "error";
    const before = last.get(lane);
    if (before !== undefined && before.kind === span.kind && before.bad === bad && from - before.to < least) before.to = Math.max(before.to, to);
    else {
      const bar = { lane, from, to, kind: span.kind, bad };
      last.set(lane, bar);
      bars.push(bar);
    }
  }
  return bars;
}

export interface Stretch {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** When each span of the critical path is the one that is waited for: its time without that of those below it. */
export function criticalStretches(spans: readonly Span[], path: readonly string[]): readonly Stretch[] {
  const critical = new Set(path);
  const on = spans.filter(({ id }) => critical.has(id));
  const below = new Map<string, Span[]>();
  for (const span of on) if (span.parent !== null && critical.has(span.parent)) below.set(span.parent, [...(below.get(span.parent) ?? []), span]);
  const found: Stretch[] = [];
  for (const span of on) {
    let at = span.start_ms;
    const end = span.start_ms + span.duration_ms;
    for (const child of (below.get(span.id) ?? []).sort((a, b) => a.start_ms - b.start_ms)) {
      const from = Math.min(Math.max(child.start_ms, at), end);
      if (from > at) found.push({ id: span.id, from: at, to: from });
      at = Math.min(Math.max(at, child.start_ms + child.duration_ms), end);
    }
    if (end > at) found.push({ id: span.id, from: at, to: end });
  }
  return found.sort((a, b) => a.from - b.from);
}
