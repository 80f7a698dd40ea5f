import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";

import { columnsIn, nextCell } from "./grid";
import { useScroller } from "./useScroller";

interface VirtualGridProps<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** The least width of a cell, in pixels; as many as fit stand in a row. */
  readonly minWidth: number;
  /** About how tall a row is, in pixels, or how that follows from a cell's width; each is measured once it is shown. */
  readonly rowHeight: number | ((width: number) => number);
  /** Draws a cell. Give its link or button this `tabIndex`: the grid is one stop of the tab key. */
  readonly children: (item: T, place: { readonly index: number; readonly tabIndex: 0 | -1 }) => ReactNode;
  readonly label: string;
  readonly gap?: number;
  /** Called when the last rows come in sight: load more. */
  readonly onEnd?: () => void;
  /** The cell one comes back to: scrolled to and focused at first. */
  readonly begin?: number;
  readonly className?: string;
}

const REACHABLE = "a[href], button";

/** Rows kept ready above and below what is in sight. */
const READY = 3;

/** A long grid of which only what is in sight exists. Arrow keys, Home, End and Page keys move in it. */
export function VirtualGrid<T>(props: VirtualGridProps<T>) {
  const { items, keyOf, minWidth, rowHeight, children, label, gap = 12, onEnd, begin, className } = props;
  const list = useRef<HTMLDivElement>(null);
  const { element, margin } = useScroller(list, false);
  const { columns, width } = useColumns(list, minWidth, gap);
  const [current, setCurrent] = useState(begin ?? 0);
  const wish = useRef<number | null>(begin ?? null);
  const rows = Math.ceil(items.length / columns);
  // A jump draws what is in sight and answers the key; what lies beyond follows when there is time.
  const [ready, setReady] = useState(0);
  useEffect(() => {
    if (ready === 0) startTransition(() => setReady(READY));
  }, [ready]);
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows,
    getScrollElement: () => element,
    estimateSize: () => (typeof rowHeight === "number" ? rowHeight : rowHeight(width)),
    gap,
    overscan: ready,
    scrollMargin: margin,
    enabled: element !== null,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index;
  useEffect(() => {
    if (last !== undefined && last >= rows - 2) onEnd?.();
  }, [last, rows, onEnd]);
  const goesTo = useRef(begin);
  useLayoutEffect(() => {
    if (element === null || goesTo.current === undefined) return;
    virtual.scrollToIndex(Math.floor(goesTo.current / columns), { align: "center" });
    goesTo.current = undefined;
  }, [element, columns, virtual]);
  // The cell a key asked for may have to be scrolled into being first.
  useLayoutEffect(() => {
    if (wish.current === null) return;
    const cell = list.current?.querySelector(`[data-cell="${wish.current}"]`)?.querySelector<HTMLElement>(REACHABLE);
    if (!cell) return;
    wish.current = null;
    cell.focus({ preventScroll: true });
  });
  const isNear = (cell: number) => shown.some((row) => row.index === Math.floor(cell / columns));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || event.ctrlKey || event.target instanceof HTMLInputElement) return;
    const next = nextCell(event.key, current, items.length, columns);
    if (next === null) return;
    event.preventDefault();
    wish.current = next;
    setCurrent(next);
    if (!isNear(next)) setReady(0);
    virtual.scrollToIndex(Math.floor(next / columns), { align: "auto" });
  };
  const reached = Math.min(current, Math.max(0, items.length - 1));
  return (
    <div
      ref={list}
      role="list"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={className}
      style={{ position: "relative", height: virtual.getTotalSize() }}
    >
      {shown.map((row) => (
        <div
          key={row.key}
          ref={virtual.measureElement}
          data-index={row.index}
          role="presentation"
          className="absolute inset-x-0 grid [contain:layout_style]"
          style={{ gap, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, top: row.start - margin }}
        >
          {items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => {
            const index = row.index * columns + column;
            return (
              <div
                key={keyOf(item)}
                role="listitem"
                data-cell={index}
                aria-posinset={index + 1}
                aria-setsize={items.length}
                onFocus={() => setCurrent(index)}
                className="min-w-0"
              >
                {children(item, { index, tabIndex: index === reached ? 0 : -1 })}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface Columns {
  readonly columns: number;
  /** How wide one of them is. */
  readonly width: number;
}

function useColumns(list: { readonly current: HTMLElement | null }, minWidth: number, gap: number): Columns {
  const [known, setKnown] = useState<Columns>({ columns: 1, width: minWidth });
  useLayoutEffect(() => {
    const box = list.current;
    if (box === null) return;
    const measure = () => {
      const columns = columnsIn(box.clientWidth, minWidth, gap);
      const width = (box.clientWidth + gap) / columns - gap;
      setKnown((before) => (before.columns === columns && before.width === width ? before : { columns, width }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [list, minWidth, gap]);
  return known;
}
