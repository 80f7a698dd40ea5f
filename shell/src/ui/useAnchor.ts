import { type RefObject, useLayoutEffect } from "react";

import { placed, type Wish } from "./placing";

/** Keeps a sheet beside its anchor while it is open, also when something scrolls or changes size. */
export function useAnchor(open: boolean, anchor: RefObject<HTMLElement | null>, sheet: RefObject<HTMLElement | null>, wish: Wish): void {
  const { side, align, gap } = wish;
  useLayoutEffect(() => {
    const [from, box] = [anchor.current, sheet.current];
    if (!open || from === null || box === null) return;
    const place = () => {
      const size = { width: box.offsetWidth, height: box.offsetHeight };
      const view = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight };
      const { left, top } = placed(from.getBoundingClientRect(), size, view, { side, align, gap });
      box.style.left = `${left}px`;
      box.style.top = `${top}px`;
    };
    place();
    addEventListener("resize", place);
    addEventListener("scroll", place, true);
    const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(place);
    observer?.observe(box);
    return () => {
      removeEventListener("resize", place);
      removeEventListener("scroll", place, true);
      observer?.disconnect();
    };
  }, [open, anchor, sheet, side, align, gap]);
}
