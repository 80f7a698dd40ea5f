import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from "react";

import { classes } from "./classes";
import { useScroller } from "./useScroller";

export interface VirtualListHandle {
  scrollTo(index: number, align?: "start" | "center" | "end" | "auto"): void;
}

interface VirtualListProps<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T, index: number) => string;
  /** About how tall an item is, in pixels; each is measured once it is shown. */
  readonly estimate: number;
  readonly children: (item: T, index: number) => ReactNode;
  readonly label: string;
  readonly gap?: number;
  /** Items kept ready above and below what is in sight. */
  readonly overscan?: number;
  /** Scrolls in its own box, sized by `className`, instead of with the page around it. */
  readonly own?: boolean;
  /** `end` keeps the place when items are added before, and follows what is added after: a conversation. */
  readonly anchor?: "start" | "end";
  /** Called when the first items, or the last ones, come in sight: load more. */
  readonly onStart?: () => void;
  readonly onEnd?: () => void;
  readonly className?: string;
  readonly ref?: Ref<VirtualListHandle>;
}

const NEAR = 3;

/** A long list of which only what is in sight exists. Items may have any height, and change it. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, keyOf, estimate, children, label, gap = 0, overscan = 6, own = false, anchor = "start" } = props;
  const { onStart, onEnd, className, ref } = props;
  const list = useRef<HTMLDivElement>(null);
  const { element, margin } = useScroller(list, own);
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count: items.length,
    getScrollElement: () => element,
    estimateSize: () => estimate,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item, index);
    },
    gap,
    overscan,
    scrollMargin: margin,
    enabled: element !== null,
    anchorTo: anchor,
    followOnAppend: anchor === "end",
  });
  useImperativeHandle(ref, () => ({ scrollTo: (index, align = "auto") => virtual.scrollToIndex(index, { align }) }), [virtual]);
  const shown = virtual.getVirtualItems();
  const first = shown[0]?.index;
  const last = shown.at(-1)?.index;
  useEffect(() => {
    if (first !== undefined && first < NEAR) onStart?.();
  }, [first, onStart]);
  useEffect(() => {
    if (last !== undefined && last >= items.length - NEAR) onEnd?.();
  }, [last, items.length, onEnd]);
  const content = (
    <div ref={list} role="list" aria-label={label} className="relative w-full" style={{ height: virtual.getTotalSize() }}>
      {shown.map((place) => {
        const item = items[place.index];
        return (
          item !== undefined && (
            <div
              key={place.key}
              ref={virtual.measureElement}
              role="listitem"
              data-index={place.index}
              aria-posinset={place.index + 1}
              aria-setsize={items.length}
              className="absolute inset-x-0"
              // No transform: what stands beside something in a row would miss it in some browsers.
              style={{ top: place.start - margin }}
            >
              {children(item, place.index)}
            </div>
          )
        );
      })}
    </div>
  );
  if (!own) return <div className={className}>{content}</div>;
  return (
    <div tabIndex={0} role="group" aria-label={label} className={classes("overflow-y-auto -outline-offset-2", className)}>
      {content}
    </div>
  );
}
