/** How near one looks at a picture at first. Pure. */

import type { Scene } from "./scene";

/** From here on a small map is of use, and nobody expects to read every box at once. */
const LARGE = 30;

export const isLarge = (boxes: number): boolean => boxes > LARGE;

/** All of it, but never so far away that a small picture cannot be read: then one moves around in it. */
export function fitOf({ spots }: Pick<Scene, "spots">) {
  return { padding: "24px", maxZoom: 1, minZoom: isLarge(spots.length) ? 0.2 : 0.6 } as const;
}
