/** Where a passage stands on the picture of its page. Pure. */

import type { PageLine } from "@/api";

/** A box on a page, in shares of its width and height. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The boxes that cover the characters from `start` up to `end` of a page, one for each line they touch.
 *
 * A line that is covered in part is cut by the share of its characters: letters are not equally wide, but near enough.
 */
export function rectanglesOf(lines: readonly PageLine[], start: number, end: number): readonly Rectangle[] {
  return lines.flatMap(([from, to, left, top, right, bottom]) => {
    const [first, last] = [Math.max(from, start), Math.min(to, end)];
    if (first >= last || to <= from || right <= left || bottom <= top) return [];
    const share = (place: number) => left + ((place - from) / (to - from)) * (right - left);
    const [near, far] = [share(first), share(last)];
    return [{ left: near, top, width: far - near, height: bottom - top }];
  });
}

/** The least box around all of them; null of none. */
export function around(rectangles: readonly Rectangle[]): Rectangle | null {
  if (rectangles.length === 0) return null;
  const left = Math.min(...rectangles.map((each) => each.left));
  const top = Math.min(...rectangles.map((each) => each.top));
  const right = Math.max(...rectangles.map((each) => each.left + each.width));
  const bottom = Math.max(...rectangles.map((each) => each.top + each.height));
  return { left, top, width: right - left, height: bottom - top };
}
