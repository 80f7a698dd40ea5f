/**
 * Looking at a picture through a window: how large, and which part. Pure.
 *
 * `scale` is screen pixels per picture pixel; `x` and `y` say where the picture's middle lies, measured from the
 * middle of the window. A picture that fits is always in the middle; a larger one never leaves a gap at an edge.
 */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface View extends Point {
  readonly scale: number;
}

export interface Scene {
  readonly picture: Size;
  readonly window: Size;
}

const LARGEST = 16;

/** One press of a button or key. */
export const STEP = 1.4;

/** The scale at which the whole picture is seen, never larger than it is. */
export function fitScale({ picture, window }: Scene): number {
  if (picture.width === 0 || picture.height === 0) return 1;
  return Math.min(1, window.width / picture.width, window.height / picture.height);
}

/** The whole picture, in the middle. */
export function fitted(scene: Scene): View {
  return { scale: fitScale(scene), x: 0, y: 0 };
}

/** Whether the whole picture is seen, as large as it fits. */
export function isFitted(view: View, scene: Scene): boolean {
  return Math.abs(view.scale - fitScale(scene)) < 1e-6;
}

/** Larger or smaller by a factor; what is under the point stays under it. */
export function zoomed(view: View, factor: number, scene: Scene, at: Point = { x: 0, y: 0 }): View {
  const fit = fitScale(scene);
  const scale = Math.min(Math.max(LARGEST, fit), Math.max(Math.min(fit, 1), view.scale * factor));
  const by = scale / view.scale;
  return clamped({ scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }, scene);
}

/** At this scale, around a point. */
export function zoomedTo(view: View, scale: number, scene: Scene, at?: Point): View {
  return zoomed(view, scale / view.scale, scene, at);
}

/** Moved by some pixels. */
export function panned(view: View, by: Point, scene: Scene): View {
  return clamped({ scale: view.scale, x: view.x + by.x, y: view.y + by.y }, scene);
}

/** A finger that moved while another rests. */
export interface Pinch {
  readonly from: Point;
  readonly to: Point;
  readonly other: Point;
}

/** Two fingers: as much larger as they came apart, around the one that rests. */
export function pinched(view: View, { from, to, other }: Pinch, scene: Scene): View {
  const apart = (one: Point) => Math.hypot(one.x - other.x, one.y - other.y);
  return apart(from) < 1 ? view : zoomed(view, apart(to) / apart(from), scene, other);
}

/** The same look in a window of another size: what fitted still fits. */
export function resized(view: View, before: Scene, now: Scene): View {
  return isFitted(view, before) ? fitted(now) : clamped(view, now);
}

function clamped(view: View, { picture, window }: Scene): View {
  const spare = (whole: number, seen: number) => Math.max(0, (whole * view.scale - seen) / 2);
  const within = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value)) || 0;
  return {
    scale: view.scale,
    x: within(view.x, spare(picture.width, window.width)),
    y: within(view.y, spare(picture.height, window.height)),
  };
}
