/** Where something that is dragged would land among its kind. Pure. */

/** One of those it may stand among, and where it is on the screen. */
export interface Box {
  readonly key: string;
  readonly top: number;
  readonly bottom: number;
}

/** Where it would land: before a key, or last. */
export interface Landing {
  readonly before: string | null;
}

/** The landing at a height; null where it would stay in its place. */
export function landingAt(y: number, boxes: readonly Box[], dragged: string): Landing | null {
  const below = boxes.find(({ top, bottom }) => y < (top + bottom) / 2);
  const own = boxes.findIndex(({ key }) => key === dragged);
  const before = below?.key ?? null;
  if (own === -1 || before === dragged || before === (boxes[own + 1]?.key ?? null)) return null;
  return { before };
}
