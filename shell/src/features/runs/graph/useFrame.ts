import { type RefObject, useLayoutEffect, useState } from "react";

import { fitOf } from "./fit";
import type { Scene } from "./scene";

/** Room around the picture: its margin, and the buttons in its corner. */
const AROUND = 112;

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
  const zoom = Math.max(fitOf(scene).minZoom, Math.min(1, (width - 48) / Math.max(1, scene.width)));
  return Math.ceil(scene.height * zoom + AROUND);
}
