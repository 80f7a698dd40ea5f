import { type PointerEvent as Press, useEffect, useEffectEvent, useRef, useState } from "react";

import type { ScreenGroup } from "@/ui";
import { type Box, type Landing, landingAt } from "./landing";
import type { Move } from "./moves";

export type DragKind = "item" | "group";

export interface Dragged {
  readonly kind: DragKind;
  readonly key: string;
  /** How far it was taken, in pixels. */
  readonly by: number;
  readonly landing: Landing | null;
}

interface Pressed {
  readonly kind: DragKind;
  readonly key: string;
  readonly element: HTMLElement;
  readonly x: number;
  readonly y: number;
  readonly touch: boolean;
}

/** A mouse drags from here on; a finger that goes as far before it has rested is scrolling. */
const FAR = 6;
/** A finger that rests this long takes the item up, in milliseconds. */
const HOLD_MS = 320;

/** Dragging by mouse, pen or finger: an item inside its group, a group by its name. Escape leaves all as it was. */
export function useDrag(onDrop: (move: Move) => void) {
  const [pressed, press] = useState<Pressed | null>(null);
  const [dragged, drag] = useState<Dragged | null>(null);
  const now = useRef<Dragged | null>(null);
  const show = (next: Dragged | null) => {
    now.current = next;
    drag(next);
  };
  const begin = useEffectEvent(({ kind, key }: Pressed) => show({ kind, key, by: 0, landing: null }));
  const follow = useEffectEvent((from: Pressed, y: number) =>
    show({ kind: from.kind, key: from.key, by: y - from.y, landing: landingAt(y, boxesBeside(from), from.key) }),
  );
  const end = useEffectEvent((from: Pressed, isDropped: boolean) => {
    const last = now.current;
    show(null);
    press(null);
    if (last === null) return;
    swallowClick();
    if (isDropped && last.landing !== null) onDrop(moveOf(last, last.landing));
    // A finger that took an item up and put it down again wants to know what can be done with it.
    else if (isDropped && from.touch && Math.abs(last.by) < FAR) from.element.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
  });
  useEffect(() => {
    if (pressed === null) return;
    const away = new AbortController();
    const on = { signal: away.signal };
    const hold = pressed.touch ? setTimeout(() => begin(pressed), HOLD_MS) : undefined;
    const isUp = () => now.current !== null;
    document.addEventListener(
      "pointermove",
      ({ clientX, clientY }) => {
        if (!isUp()) {
          if (Math.hypot(clientX - pressed.x, clientY - pressed.y) < FAR) return;
          if (pressed.touch) return end(pressed, false);
          begin(pressed);
        }
        follow(pressed, clientY);
      },
      on,
    );
    document.addEventListener("pointerup", () => end(pressed, true), on);
    document.addEventListener("pointercancel", () => end(pressed, false), on);
    document.addEventListener("contextmenu", (event) => event.isTrusted && end(pressed, false), on);
    document.addEventListener("keydown", (event) => event.key === "Escape" && isUp() && (event.preventDefault(), end(pressed, false)), on);
    // What is taken up moves with the finger, and the page does not.
    document.addEventListener("touchmove", (event) => isUp() && event.preventDefault(), { ...on, passive: false });
    return () => {
      clearTimeout(hold);
      away.abort();
    };
  }, [pressed]);
  const onPointerDown = (event: Press<HTMLElement>) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-drag]") : null;
    const { drag: kind, key } = element?.dataset ?? {};
    if (element === null || event.button !== 0 || !event.isPrimary || key === undefined) return;
    press({ kind: kind as DragKind, key, element, x: event.clientX, y: event.clientY, touch: event.pointerType === "touch" });
  };
  return { dragged, onPointerDown };
}

function moveOf({ kind, key }: Dragged, { before }: Landing): Move {
  return kind === "item" ? { kind, id: key, before } : { kind, group: key as ScreenGroup, before: before as ScreenGroup | null };
}

/** Those that something can be put among: the items of its group, or the groups. */
function boxesBeside({ kind, element }: Pressed): readonly Box[] {
  const around = element.closest(kind === "item" ? "[data-dock-group]" : "[data-dock-groups]");
  return [...(around?.querySelectorAll<HTMLElement>(kind === "item" ? "[data-drag=item]" : "[data-dock-group]") ?? [])].map((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return { key: (kind === "item" ? each.dataset.key : each.dataset.dockGroup) ?? "", top, bottom };
  });
}

/** The browser tells the end of a drag as a press on the link below: that one leads nowhere. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}
