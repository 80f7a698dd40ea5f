import { type RefObject, useContext, useEffect, useId, useLayoutEffect, useRef, useState } from "react";

import { UnseenContext } from "./unseen";

interface End {
  /** The element that scrolls. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** What is inside it. */
  readonly content: RefObject<HTMLDivElement | null>;
  /** The last thing inside it. */
  readonly end: RefObject<HTMLSpanElement | null>;
  /** Whether there is more than fits. */
  readonly isLong: boolean;
  /** Whether its end was not on the screen yet. */
  readonly isUnseen: boolean;
  /** How much of it stands above, and how much above the lower edge: 0 to 1. */
  readonly span: readonly [number, number];
}

/** So much growth, in pixels, is none: a line that wraps. */
const SLACK = 24;
const ALL = [0, 1] as const;

/** Whether a content that scrolls was seen to its end: only where the end really was on the screen. */
export function useEnd(onEnd: (() => void) | undefined): End {
  const id = useId();
  const { report } = useContext(UnseenContext);
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const seen = useRef(0);
  const width = useRef(0);
  const more = useRef(onEnd);
  const isWhole = useRef(false);
  const [isLong, setLong] = useState(false);
  const [isUnseen, setUnseen] = useState(false);
  const [span, setSpan] = useState<readonly [number, number]>(ALL);

  useLayoutEffect(() => {
    more.current = onEnd;
  });
  useLayoutEffect(() => {
    const [scroller, inside] = [box.current, content.current];
    if (scroller === null || inside === null) return;
    const measure = () => {
      const { scrollHeight, clientHeight, scrollTop, clientWidth } = scroller;
      // In a box of another width the same lines take another height: who saw their end has seen it.
      const wasSeen = width.current > 0 && seen.current > 0 && isWhole.current;
      if (wasSeen && clientWidth !== width.current) seen.current = scrollHeight;
      width.current = clientWidth;
      const long = scrollHeight - clientHeight > 1;
      setLong(long);
      setSpan(long ? [scrollTop / scrollHeight, (scrollTop + clientHeight) / scrollHeight] : ALL);
      // What fits is seen as a whole; what grew since it was seen has another end.
      if (!long && more.current === undefined) seen.current = scrollHeight;
      const unseen = long && (more.current !== undefined || scrollHeight > seen.current + SLACK);
      isWhole.current = !unseen;
      setUnseen(unseen);
    };
    measure();
    scroller.addEventListener("scroll", measure, { passive: true });
    const sizes = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(measure);
    sizes?.observe(scroller);
    sizes?.observe(inside);
    return () => {
      scroller.removeEventListener("scroll", measure);
      sizes?.disconnect();
    };
  }, []);
  useEffect(() => {
    const [scroller, last] = [box.current, end.current];
    if (scroller === null || last === null || typeof IntersectionObserver === "undefined") return;
    const look = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      if (more.current !== undefined) {
        more.current();
        return;
      }
      seen.current = scroller.scrollHeight;
      isWhole.current = true;
      setUnseen(false);
    });
    look.observe(last);
    return () => look.disconnect();
    // Once more is there, the end is another one.
  }, [onEnd]);
  useLayoutEffect(() => {
    report(id, isUnseen);
    return () => report(id, false);
  }, [report, id, isUnseen]);
  return { box, content, end, isLong, isUnseen, span };
}
