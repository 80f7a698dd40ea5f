import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from "react";

interface Reading {
  /** The point that is read, if any. */
  readonly at: number | null;
  readonly handlers: {
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerLeave: () => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
    readonly onBlur: () => void;
  };
}

/** Reading a chart point by point, with the pointer or the arrow keys; Escape closes what it says. */
export function useReading(count: number, pointAt: (x: number) => number, first: number): Reading {
  const [wished, setAt] = useState<number | null>(null);
  const inside = (index: number) => Math.min(count - 1, Math.max(0, index));
  const at = wished === null || count === 0 ? null : inside(wished);
  return {
    at,
    handlers: {
      onPointerMove: (event) => {
        const { left } = event.currentTarget.getBoundingClientRect();
        setAt(inside(pointAt(event.clientX - left)));
      },
      onPointerLeave: () => setAt(null),
      onKeyDown: (event) => {
        const next = stepped(event.key, at ?? first, count);
        if (next === undefined) return;
        if (next === null && at === null) return;
        event.preventDefault();
        event.stopPropagation();
        setAt(next);
      },
      // A click places the focus, too, and the pointer reads by itself.
      onFocus: (event) => event.currentTarget.matches(":focus-visible") && setAt(first),
      onBlur: () => setAt(null),
    },
  };
}

/** Where a key leads; null closes, undefined is not ours. */
function stepped(key: string, at: number, count: number): number | null | undefined {
  if (key === "ArrowLeft" || key === "ArrowDown") return Math.max(0, at - 1);
  if (key === "ArrowRight" || key === "ArrowUp") return Math.min(count - 1, at + 1);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return key === "Escape" ? null : undefined;
}
