import { type PointerEvent, useRef } from "react";

const LONG = 500;
const FAR = 10;

interface LongPress {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

/** A finger held on a node or beside them opens the menu, as the second button of a mouse does. */
export function useLongPress(onHeld: (node: string | null, at: { readonly x: number; readonly y: number }) => void): LongPress {
  const timer = useRef<number | undefined>(undefined);
  const from = useRef({ x: 0, y: 0 });
  const stop = () => clearTimeout(timer.current);
  return {
    onPointerDown: (event) => {
      stop();
      if (event.pointerType !== "touch" || !(event.target instanceof Element)) return;
      const board = event.target.closest(".react-flow__pane, .react-flow__node");
      if (board === null) return;
      const node = event.target.closest<HTMLElement>("[data-node]")?.dataset.node ?? null;
      from.current = { x: event.clientX, y: event.clientY };
      timer.current = window.setTimeout(() => onHeld(node, from.current), LONG);
    },
    onPointerMove: (event) => {
      if (Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > FAR) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  };
}
