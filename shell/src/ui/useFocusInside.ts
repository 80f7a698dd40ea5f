import { type KeyboardEvent, type RefObject, useLayoutEffect } from "react";

const REACHABLE =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex='-1'])";

/** What one comes to fill in; of several choices, the one that is made. */
const FIELD = "input:not([type=radio]), input[type=radio]:checked, textarea";

/** What the Tab key can reach, in order. */
function stopsIn(box: HTMLElement): readonly HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(REACHABLE)].filter((each) => each.tabIndex >= 0 && each.getClientRects().length > 0);
}

/**
 * Moves the focus into a box when it opens, keeps the Tab key inside, and gives the focus back when it closes.
 * `before` is where it was. Whoever took the focus in the meantime keeps it. Spread the result onto the box.
 */
export function useFocusInside(open: boolean, box: RefObject<HTMLElement | null>, before: RefObject<Element | null>) {
  useLayoutEffect(() => {
    const content = box.current;
    if (!open || content === null) return;
    // Kept from now on: while a button is drawn again, its place is empty for a moment.
    const origin = before.current;
    const backTo = () => before.current ?? origin;
    // A field that wants the focus has it already; else the first field is what one came for.
    if (!content.contains(document.activeElement)) {
      const stops = stopsIn(content);
      (stops.find((each) => each.matches(FIELD)) ?? stops[0] ?? content).focus({ preventScroll: true });
    }
    return () => {
      const now = document.activeElement;
      const idle = now === null || now === document.body || content.contains(now);
      const back = backTo();
      if (idle && back instanceof HTMLElement) back.focus({ preventScroll: true });
    };
  }, [open, box, before]);
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const content = box.current;
      if (event.key !== "Tab" || event.defaultPrevented || content === null || !content.contains(event.target as Node)) return;
      const stops = stopsIn(content);
      const last = event.shiftKey ? stops[0] : stops.at(-1);
      if (stops.length > 0 && event.target !== last && event.target !== content) return;
      event.preventDefault();
      (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
    },
  };
}
