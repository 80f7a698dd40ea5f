import { flushSync } from "react-dom";

/** Change what a scroller holds above what is read, without moving what is read. */
export function keepPlace(scroller: HTMLElement, change: () => void): void {
  const anchor = topmost(scroller);
  const before = anchor?.getBoundingClientRect().top ?? 0;
  flushSync(change);
  if (anchor?.isConnected) scroller.scrollTop += anchor.getBoundingClientRect().top - before;
}

/** The first entry whose end is in view. */
function topmost(scroller: HTMLElement): Element | undefined {
  const { top } = scroller.getBoundingClientRect();
  return [...scroller.querySelectorAll("[data-entry]")].find((each) => each.getBoundingClientRect().bottom > top);
}
