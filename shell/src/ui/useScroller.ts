import { type RefObject, useLayoutEffect, useState } from "react";

interface Scroller {
  /** The element that scrolls; null until it is known. */
  readonly element: HTMLElement | null;
  /** How far below its top the list begins. */
  readonly margin: number;
}

/** The nearest ancestor that scrolls, and where in it `box` begins, kept up to date as things above change size. */
export function useScroller(box: RefObject<HTMLElement | null>, own: boolean): Scroller {
  const [scroller, setScroller] = useState<Scroller>({ element: null, margin: 0 });
  useLayoutEffect(() => {
    const list = box.current;
    if (list === null) return;
    const element = own ? list.parentElement : scrollingAncestor(list);
    if (element === null) return;
    const measure = () => {
      const top = list.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop;
      const margin = Math.max(0, Math.round(top));
      setScroller((known) => (known.element === element && known.margin === margin ? known : { element, margin }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (let each: HTMLElement | null = list.parentElement; each !== null && each !== element; each = each.parentElement) {
      observer.observe(each);
      for (const sibling of each.children) if (!sibling.contains(list)) observer.observe(sibling);
    }
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, own]);
  return scroller;
}

function scrollingAncestor(from: HTMLElement): HTMLElement | null {
  for (let each = from.parentElement; each !== null; each = each.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  }
  return document.scrollingElement instanceof HTMLElement ? document.scrollingElement : null;
}
