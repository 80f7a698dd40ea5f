import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

import type { ReadOlder } from "../useChat";
import { keepPlace } from "./keepPlace";

/** How many messages are read at once while scrolling up. */
const PAGE = 60;
/** How far before the top reading begins. */
const AHEAD = 1_600;

export interface Older {
  /** Stands at the top: older messages are read when it comes near. */
  readonly edge: RefObject<HTMLDivElement | null>;
  readonly reading: boolean;
  readonly error: Error | null;
  readonly read: (limit?: number) => Promise<void>;
}

/** Older messages as one scrolls up, without a jump. `before` names the oldest one shown, null when it is the first. */
export function useOlder(scroller: RefObject<HTMLElement | null>, before: string | null, older: ReadOlder): Older {
  const edge = useRef<HTMLDivElement>(null);
  const [reading, setReading] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const busy = useRef(false);

  const read = useCallback(
    async (limit = PAGE) => {
      if (busy.current) return;
      busy.current = true;
      setReading(true);
      setError(null);
      try {
        const show = await older(limit);
        if (scroller.current) keepPlace(scroller.current, show);
      } catch (reason) {
        setError(reason as Error);
      } finally {
        busy.current = false;
        setReading(false);
      }
    },
    [older, scroller],
  );

  useEffect(() => {
    if (before === null || edge.current === null || error !== null) return;
    const near = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && void read(), {
      root: scroller.current,
      rootMargin: `${AHEAD}px 0px 0px 0px`,
    });
    near.observe(edge.current);
    return () => near.disconnect();
  }, [before, error, read, scroller]);

  return { edge, reading, error, read };
}
