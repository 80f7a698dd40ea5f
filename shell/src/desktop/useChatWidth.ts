import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";

const REMEMBERED = "aule.chat.width";
const STEP = 24;

export const NARROWEST = 320;
export const WIDEST = 680;
const USUAL = 384;

const clamp = (width: number) => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));

function remembered(): number {
  const width = Number(localStorage.getItem(REMEMBERED));
  return width > 0 ? clamp(width) : USUAL;
}

/** The width of the chat, and what the divider needs to change it by pointer or by keys. */
export function useChatWidth() {
  const [width, setWidth] = useState(remembered);
  // Where it was taken hold of: moves are measured from there, so that none is lost between two renderings.
  const grip = useRef(0);
  const change = (wished: number) => {
    const next = clamp(wished);
    setWidth(next);
    localStorage.setItem(REMEMBERED, String(next));
  };
  const divider = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      grip.current = width + event.clientX;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) change(grip.current - event.clientX);
    },
    onDoubleClick: () => change(USUAL),
    onKeyDown: (event: KeyboardEvent) => {
      // The chat is to the right of the divider: moving left makes it wider.
      const wished = { ArrowLeft: width + STEP, ArrowRight: width - STEP, Home: WIDEST, End: NARROWEST }[event.key];
      if (wished === undefined) return;
      event.preventDefault();
      change(wished);
    },
  };
  return { width, divider };
}
