import { useMemo, useState } from "react";

import type { Span, Trace } from "@/api";
import { barsOf, criticalStretches } from "./model/lanes";
import { rowsOf } from "./model/rows";
import { around, isWhole, moved, type TimeWindow, whole, zoomed } from "./model/window";

/** What of a trace is in sight: the stretch of time, the folded spans, and the span one is at. */
export function useWaterfall(trace: Trace) {
  const total = trace.duration_ms;
  const [chosen, setChosen] = useState<TimeWindow | null>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<string | null>(null);
  const rows = useMemo(() => rowsOf(trace.spans, folded), [trace.spans, folded]);
  const bars = useMemo(() => barsOf(trace.spans, total), [trace.spans, total]);
  const critical = useMemo(() => new Set(trace.critical_path), [trace.critical_path]);
  const stretches = useMemo(() => criticalStretches(trace.spans, trace.critical_path), [trace.spans, trace.critical_path]);
  const found = current === null ? 0 : rows.findIndex(({ span }) => span.id === current);
  // Nothing chosen follows a run that grows.
  const window = chosen ?? whole(total);
  const show = (next: TimeWindow) => setChosen(isWhole(next, total) ? null : next);
  return {
    rows,
    bars,
    critical,
    stretches,
    total,
    window,
    at: Math.max(0, found),
    isWhole: chosen === null,
    goTo: (place: number) => setCurrent(rows[place]?.span.id ?? null),
    fold: (id: string, is: boolean) =>
      setFolded((known) => {
        const next = new Set(known);
        if (is) next.add(id);
        else next.delete(id);
        return next;
      }),
    zoom: (factor: number, at?: number) => show(zoomed(window, factor, total, at)),
    move: (share: number) => show(moved(window, share, total)),
    fit: () => setChosen(null),
    focus: ({ start_ms, duration_ms }: Span) => show(around(start_ms, duration_ms, total)),
    showAround: (middle: number) => show(moved(window, (middle - (window.from + window.to) / 2) / (window.to - window.from), total)),
  };
}

export type WaterfallView = ReturnType<typeof useWaterfall>;
