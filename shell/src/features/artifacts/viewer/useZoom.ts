import { type PointerEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

import { fitted, isFitted, panned, pinched, type Point, resized, type Scene, type Size, STEP, type View, zoomed, zoomedTo } from "./zoom";

const NO_SIZE: Size = { width: 0, height: 0 };

export interface Zoom {
  readonly view: View;
  readonly whole: boolean;
  readonly larger: () => void;
  readonly smaller: () => void;
  readonly fit: () => void;
  readonly actual: () => void;
  readonly pan: (by: Point) => void;
  /** What the window of the picture listens to. */
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
    readonly onDoubleClick: (event: { readonly clientX: number; readonly clientY: number }) => void;
  };
}

/** Zooming and moving a picture by wheel, fingers, drag, double click and buttons. */
export function useZoom(box: RefObject<HTMLElement | null>, picture: Size): Zoom {
  const window = useSize(box);
  const scene: Scene = { picture, window };
  const [view, setView] = useState<View>({ scale: 1, x: 0, y: 0 });
  const before = useRef(scene);
  if (before.current.picture !== picture || before.current.window !== window) {
    const known = before.current.picture.width > 0 && before.current.window.width > 0;
    const next = known ? resized(view, before.current, scene) : fitted(scene);
    before.current = scene;
    setView(next);
  }
  const fingers = useRef(new Map<number, Point>());

  const fromMiddle = useCallback(
    (event: { readonly clientX: number; readonly clientY: number }): Point => {
      const area = box.current?.getBoundingClientRect();
      if (area === undefined) return { x: 0, y: 0 };
      return { x: event.clientX - area.left - area.width / 2, y: event.clientY - area.top - area.height / 2 };
    },
    [box],
  );
  const change = useCallback((edit: (view: View, scene: Scene) => View) => setView((now) => edit(now, before.current)), []);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    // React listens passively to wheels; zooming has to keep the page still.
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const at = fromMiddle(event);
      change((now, place) => zoomed(now, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0022)), place, at));
    };
    element.addEventListener("wheel", turn, { passive: false });
    return () => element.removeEventListener("wheel", turn);
  }, [box, change, fromMiddle]);

  const lift = (event: PointerEvent<HTMLElement>) => {
    fingers.current.delete(event.pointerId);
  };
  return {
    view,
    whole: isFitted(view, scene),
    larger: () => change((now, place) => zoomed(now, STEP, place)),
    smaller: () => change((now, place) => zoomed(now, 1 / STEP, place)),
    fit: () => change((_, place) => fitted(place)),
    actual: () => change((now, place) => zoomedTo(now, 1, place)),
    pan: (by) => change((now, place) => panned(now, by, place)),
    handlers: {
      onPointerDown: (event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        fingers.current.set(event.pointerId, fromMiddle(event));
      },
      onPointerMove: (event) => {
        const from = fingers.current.get(event.pointerId);
        if (from === undefined) return;
        const to = fromMiddle(event);
        const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
        fingers.current.set(event.pointerId, to);
        const by = { x: to.x - from.x, y: to.y - from.y };
        if (other === undefined) change((now, place) => panned(now, by, place));
        else change((now, place) => pinched(now, { from, to, other }, place));
      },
      onPointerUp: lift,
      onPointerCancel: lift,
      onDoubleClick: (event) => {
        const at = fromMiddle(event);
        change((now, place) => (isFitted(now, place) ? zoomedTo(now, Math.max(1, now.scale * 2.5), place, at) : fitted(place)));
      },
    },
  };
}

function useSize(box: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(NO_SIZE);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}
