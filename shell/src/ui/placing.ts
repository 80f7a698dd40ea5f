/** Where a small sheet stands beside the thing it belongs to. Pure. */

export type Side = "top" | "right" | "bottom" | "left";
export type Along = "start" | "center" | "end";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Wish {
  readonly side: Side;
  readonly align: Along;
  readonly gap: number;
}

type Size = Pick<Box, "width" | "height">;

const MARGIN = 8;
const OPPOSITE = { top: "bottom", bottom: "top", left: "right", right: "left" } as const;

/** The corner of a sheet of this size: on the wished side, on the other one if there is more room, always inside the window. */
export function placed(anchor: Box, sheet: Size, view: Size, { side, align, gap }: Wish): { readonly left: number; readonly top: number } {
  const room = (at: Side) =>
    ({ top: anchor.top, left: anchor.left, bottom: view.height - anchor.top - anchor.height, right: view.width - anchor.left - anchor.width })[at] - gap - MARGIN;
  const needed = side === "top" || side === "bottom" ? sheet.height : sheet.width;
  const chosen = room(side) >= needed || room(side) >= room(OPPOSITE[side]) ? side : OPPOSITE[side];
  const along = (start: number, length: number, own: number) =>
    align === "start" ? start : align === "end" ? start + length - own : start + (length - own) / 2;
  const corner = {
    top: { left: along(anchor.left, anchor.width, sheet.width), top: anchor.top - gap - sheet.height },
    bottom: { left: along(anchor.left, anchor.width, sheet.width), top: anchor.top + anchor.height + gap },
    left: { left: anchor.left - gap - sheet.width, top: along(anchor.top, anchor.height, sheet.height) },
    right: { left: anchor.left + anchor.width + gap, top: along(anchor.top, anchor.height, sheet.height) },
  }[chosen];
  return { left: inside(corner.left, sheet.width, view.width), top: inside(corner.top, sheet.height, view.height) };
}

function inside(start: number, length: number, whole: number): number {
  return Math.round(Math.max(MARGIN, Math.min(start, whole - length - MARGIN)));
}
