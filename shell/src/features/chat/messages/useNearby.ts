import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";

import type { Entry } from "../model";
import { keyOf } from "../select";
import type { Heights } from "./heights";
import { Steady } from "./steady";
import { isAtEnd, type Stick } from "./useStickToBottom";

/** How far outside the view something is still drawn. */
const MARGIN = 1_200;

type Tell = (entry: IntersectionObserverEntry) => void;

/** Tells the entries of one scroller when they come near its view and when they leave. */
export interface Nearby {
  readonly heights: Heights;
  readonly watch: (element: Element, tell: Tell) => () => void;
  /** From now on a change of the size of this element moves nothing that is read; it was so tall before. */
  readonly hold: (element: Element, height: number | null) => () => void;
}

/** One pair of observers for all that a scroller holds. */
export function useNearby({ scroller, follow }: Pick<Stick, "scroller" | "follow">, heights: Heights): Nearby {
  const observer = useRef<IntersectionObserver | null>(null);
  const steady = useRef<Steady | null>(null);
  const told = useRef(new Map<Element, Tell>());
  useEffect(
    () => () => {
      observer.current?.disconnect();
      observer.current = null;
      steady.current?.end();
      steady.current = null;
    },
    [],
  );
  return useMemo<Nearby>(
    () => ({
      heights,
      watch: (element, tell) => {
        observer.current ??= new IntersectionObserver(
          (entries) => {
            for (const entry of entries) told.current.get(entry.target)?.(entry);
          },
          { root: scroller.current, rootMargin: `${MARGIN}px 0px` },
        );
        told.current.set(element, tell);
        observer.current.observe(element);
        return () => {
          told.current.delete(element);
          observer.current?.unobserve(element);
        };
      },
      hold: (element, height) => {
        if (scroller.current !== null) steady.current ??= new Steady(scroller.current, () => follow.current && isAtEnd(scroller.current));
        steady.current?.hold(element, height);
        return () => steady.current?.release(element);
      },
    }),
    [scroller, follow, heights],
  );
}

export interface Place {
  readonly place: RefObject<HTMLDivElement | null>;
  /** The height to keep free while nothing is drawn; null while it is drawn. */
  readonly height: number | null;
}

/** Whether one entry is worth drawing: its height, known or guessed, stands in for it while it is far away. */
export function usePlace(nearby: Nearby, entry: Entry, drawn: boolean): Place {
  const place = useRef<HTMLDivElement>(null);
  const { heights } = nearby;
  const [key, kind] = [keyOf(entry), entry.kind];
  const [height, setHeight] = useState<number | null>(() => (drawn ? null : heights.of(key, kind)));

  const look = useCallback(
    ({ isIntersecting, boundingClientRect, rootBounds, target }: IntersectionObserverEntry) => {
      // A hidden scroller has no sizes to go by.
      if ((rootBounds?.height ?? 0) === 0) return;
      if (target.firstElementChild !== null) heights.note(key, kind, boundingClientRect.height);
      if (isIntersecting) setHeight(null);
      // What is in use stays drawn, wherever it is.
      else if (!isInUse(target)) setHeight(heights.of(key, kind));
    },
    [heights, key, kind],
  );
  useEffect(() => (place.current ? nearby.watch(place.current, look) : undefined), [nearby, look]);

  const before = useRef<number | null>(null);
  useLayoutEffect(() => {
    const tall = before.current;
    before.current = height;
    return height === null && place.current ? nearby.hold(place.current, tall) : undefined;
  }, [nearby, height]);
  return { place, height };
}

/** Whether the person has the focus or a selection in there. */
function isInUse(element: Element): boolean {
  if (element.contains(document.activeElement)) return true;
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
}
