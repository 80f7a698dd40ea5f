/** How near one looks at a picture at first, and from where. Pure. */

import type { Scene } from "./scene";

/** From here on a small map is of use, and nobody expects to read every box at once. */
const LARGE = 30;

export const isLarge = (boxes: number): boolean => boxes > LARGE;

/** The room around a picture; below it stand the buttons. */
export const MARGIN = { side: 24, top: 24, bottom: 64 } as const;

/** How far away one looks at most: a small picture is always read, then one moves around in it. */
export const farthestOf = ({ spots }: Pick<Scene, "spots">): number => (isLarge(spots.length) ? 0.32 : 0.6);

export interface Look {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** All of it; of what does not fit, its beginning: the first step stands in the middle of its side. */
export function lookAt(scene: Pick<Scene, "spots" | "direction" | "width" | "height">, frame: { readonly width: number; readonly height: number }): Look {
  const [wide, tall] = [frame.width - 2 * MARGIN.side, frame.height - MARGIN.top - MARGIN.bottom];
  const whole = Math.min(wide / Math.max(1, scene.width), tall / Math.max(1, scene.height));
  const zoom = Math.min(1, Math.max(farthestOf(scene), whole));
  const first = scene.spots[0] ?? { x: 0, y: 0, width: 0, height: 0 };
  const seen = (room: number, size: number, middle: number, along: boolean) => {
    const left = room - size * zoom;
    if (left >= 0) return left / 2;
    return along ? 0 : Math.min(0, Math.max(left, room / 2 - middle * zoom));
  };
  return {
    x: MARGIN.side + seen(wide, scene.width, first.x + first.width / 2, scene.direction === "right"),
    y: MARGIN.top + seen(tall, scene.height, first.y + first.height / 2, scene.direction === "down"),
    zoom,
  };
}
