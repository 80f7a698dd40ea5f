import { useEffect, useState } from "react";

/** How long a card that has just come takes no yes, in milliseconds: nobody reads and decides sooner than this. */
const FRESH_MS = 400;

/** Marks a card that has just come, for keys that are pressed elsewhere. */
export const FRESH = { "data-fresh": "" } as const;

/**
 * Whether a card has only just come. A click or a key that was meant for what was there a moment ago lets nothing happen.
 */
export function useFresh(): boolean {
  const [isFresh, setFresh] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setFresh(false), FRESH_MS);
    return () => clearTimeout(timer);
  }, []);
  return isFresh;
}

/** Whether the card of this approval is drawn inside an element, and long enough for somebody to have seen it. */
export function isSettled(inside: Element | null, approval: string): boolean {
  const card = [...(inside?.querySelectorAll<HTMLElement>("[data-approval]") ?? [])].find((each) => each.dataset.approval === approval);
  return card !== undefined && card.dataset.fresh === undefined;
}
