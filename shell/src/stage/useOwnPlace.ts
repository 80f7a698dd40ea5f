import { type RefObject, useLayoutEffect } from "react";

/** How far down each address was left. */
const left = new Map<string, number>();

/** Whether the way here was Back or Forward. */
let returning = false;
addEventListener("popstate", () => {
  returning = true;
});
for (const step of ["pushState", "replaceState"]) {
  addEventListener(step, () => {
    returning = false;
  });
}

/** A page begins at its top; Back leads to the place in it that one left. */
export function useOwnPlace(page: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const scroller = page.current?.closest("main");
    const address = location.pathname + location.search;
    scroller?.scrollTo({ top: returning ? (left.get(address) ?? 0) : 0 });
    return () => {
      if (scroller) left.set(address, scroller.scrollTop);
    };
  }, [page]);
}
