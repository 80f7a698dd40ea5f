import { type RefObject, useLayoutEffect, useState } from "react";

/** Whether an element is at least this wide: what stands beside it may take its room at any time. */
export function useWide(element: RefObject<HTMLElement | null>, width: number): boolean {
  const [wide, setWide] = useState(false);
  useLayoutEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    setWide(watched.clientWidth >= width);
    const observer = new ResizeObserver(() => setWide(watched.clientWidth >= width));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element, width]);
  return wide;
}
