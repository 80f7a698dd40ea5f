/** From where one looks at the map at first. Pure. */

import { BOX, type Picture } from "./tidy";

const MARGIN = { side: 28, top: 28, bottom: 60 } as const;

/** Further away no title could be read: then one begins at the root and moves around. */
const FARTHEST = 0.6;
/** On a phone one moves around in any case: titles are to be read at once. */
const NARROW = { width: 520, zoom: 0.8 } as const;

/** All of it, or, where it does not fit, its root in the middle of the left side. */
export function lookAt(picture: Picture, frame: { readonly width: number; readonly height: number }): { readonly x: number; readonly y: number; readonly zoom: number } {
  const [wide, tall] = [frame.width - 2 * MARGIN.side, frame.height - MARGIN.top - MARGIN.bottom];
  const whole = Math.min(wide / Math.max(1, picture.width), tall / Math.max(1, picture.height));
  const zoom = Math.min(1, Math.max(frame.width < NARROW.width ? NARROW.zoom : FARTHEST, whole));
  const [left, above] = [wide - picture.width * zoom, tall - picture.height * zoom];
  const root = picture.spots[0]?.y ?? 0;
  const y = above >= 0 ? above / 2 : Math.min(0, Math.max(above, tall / 2 - (root + BOX.height / 2) * zoom));
  return { x: (frame.width < NARROW.width ? 12 : MARGIN.side) + Math.max(0, left / 2), y: MARGIN.top + y, zoom };
}
