/** Spans as rows: a tree in the order of time, with what is folded left out. Pure. */

import type { Span } from "@/api";

export interface TraceRow {
  readonly span: Span;
  readonly depth: number;
  /** How many spans stand directly below it. */
  readonly children: number;
  readonly folded: boolean;
}

/** The spans directly below each span, in the order of time; the roots are below null. */
export function childrenOf(spans: readonly Span[]): ReadonlyMap<string | null, readonly Span[]> {
  const known = new Set(spans.map(({ id }) => id));
  const found = new Map<string | null, Span[]>();
  for (const span of spans) {
    // A span whose parent is not there stands for itself.
    const parent = span.parent !== null && known.has(span.parent) && span.parent !== span.id ? span.parent : null;
    const siblings = found.get(parent);
    if (siblings === undefined) found.set(parent, [span]);
    else siblings.push(span);
  }
  for (const siblings of found.values()) siblings.sort((a, b) => a.start_ms - b.start_ms);
  return found;
}

/** All rows in sight, parents before their children. */
export function rowsOf(spans: readonly Span[], folded: ReadonlySet<string>): readonly TraceRow[] {
  const below = childrenOf(spans);
  const rows: TraceRow[] = [];
  // A stack of its own: a trace may be deeper than calls may be.
  const waiting = [...(below.get(null) ?? [])].reverse().map((span) => ({ span, depth: 0 }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { span, depth } = next;
    const children = below.get(span.id) ?? [];
    const isFolded = folded.has(span.id) && children.length > 0;
    rows.push({ span, depth, children: children.length, folded: isFolded });
    if (!isFolded) for (let at = children.length - 1; at >= 0; at -= 1) waiting.push({ span: children[at] as Span, depth: depth + 1 });
  }
  return rows;
}

/** The row of the span above a row; the row itself where there is none. */
export function rowAbove(rows: readonly TraceRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  for (let place = at - 1; place >= 0; place -= 1) if ((rows[place]?.depth ?? 0) < depth) return place;
  return at;
}

/** What a key does to the rows: go somewhere, fold or unfold one, or open it; null is none of ours. */
export type RowMove = { readonly to: number } | { readonly fold: string; readonly is: boolean } | { readonly open: string } | null;

export function moveOf(key: string, rows: readonly TraceRow[], at: number, page = 10): RowMove {
  const row = rows[at];
  if (row === undefined) return null;
  const last = rows.length - 1;
  switch (key) {
    case "ArrowDown":
      return { to: Math.min(last, at + 1) };
    case "ArrowUp":
      return { to: Math.max(0, at - 1) };
    case "PageDown":
      return { to: Math.min(last, at + page) };
    case "PageUp":
      return { to: Math.max(0, at - page) };
    case "Home":
      return { to: 0 };
    case "End":
      return { to: last };
    case "ArrowRight":
      if (row.children === 0) return null;
      return row.folded ? { fold: row.span.id, is: false } : { to: Math.min(last, at + 1) };
    case "ArrowLeft":
      return row.children > 0 && !row.folded ? { fold: row.span.id, is: true } : { to: rowAbove(rows, at) };
    case "Enter":
    case " ":
      return { open: row.span.id };
    default:
      return null;
  }
}
