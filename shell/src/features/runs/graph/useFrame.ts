import { type RefObject, useLayoutEffect, useState } from "react";

import { MARGIN, farthestOf } from "./fit";
import type { Scene } from "./scene";

/** How tall the frame of a picture is: as tall as it is when it just fits beside; undefined before the first look. */
export function useFrame(frame: RefObject<HTMLElement | null>, scene: Scene | undefined): number | undefined {
  const [width, setWidth] = useState<number>();
  const drawn = scene !== undefined;
  useLayoutEffect(() => {
    const element = drawn ? frame.current : null;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, [frame, drawn]);
  if (width === undefined || scene === undefined) return undefined;
  const zoom = Math.max(farthestOf(scene), Math.min(1, (width - 2 * MARGIN.side) / Math.max(1, scene.width)));
  return Math.ceil(scene.height * zoom + MARGIN.top + MARGIN.bottom);
}
