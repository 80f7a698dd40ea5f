import { type PointerEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

import { Kbd } from "./Kbd";
import { slotted } from "./slot";
import { useAnchor } from "./useAnchor";

interface TooltipProps {
  readonly label: string;
  readonly keys?: string;
  readonly side?: "top" | "right" | "bottom" | "left";
  readonly children: ReactNode;
}

const DELAY_MS = 350;
/** Going from one to the next within this time shows the next at once. */
const WARM_MS = 300;
let lastHidden = Number.NEGATIVE_INFINITY;

/** A few words about the thing under the pointer, or in focus. The child carries its own accessible name. */
export function Tooltip({ label, keys, side = "bottom", children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useAnchor(open, anchor, sheet, { side, align: "center", gap: 6 });
  const hide = () => {
    clearTimeout(timer.current);
    if (open) lastHidden = performance.now();
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useLayoutEffect(() => {
    if (!open) return;
    // Also while the focus is elsewhere, and whatever else the key closes.
    const press = (event: KeyboardEvent) => event.key === "Escape" && setOpen(false);
    document.addEventListener("keydown", press, true);
    return () => document.removeEventListener("keydown", press, true);
  }, [open]);
  const trigger = slotted(children, {
    ref: anchor,
    "aria-describedby": open && keys ? id : undefined,
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType === "touch") return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setOpen(true), performance.now() - lastHidden < WARM_MS ? 0 : DELAY_MS);
    },
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: () => {
      if (anchor.current?.matches(":focus-visible")) setOpen(true);
    },
    onBlur: hide,
    onKeyDown: hide,
  });
  return (
    <>
      {trigger}
      {open &&
        createPortal(
          <div
            ref={sheet}
            id={id}
            role="tooltip"
            data-layer
            className="pointer-events-none fixed top-0 left-0 z-60 flex max-w-80 animate-fade items-center gap-2 rounded-sm bg-fg px-2 py-1 text-xs text-panel select-none"
          >
            {label}
            {keys && <Kbd inverted>{keys}</Kbd>}
          </div>,
          document.body,
        )}
    </>
  );
}
