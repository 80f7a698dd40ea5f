import { type PointerEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";

import { Floating } from "./Floating";
import { Kbd } from "./Kbd";
import { slotted } from "./slot";

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
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
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
      // Not at once: the focus may come from a popover that is just closing, and the browser opens no other meanwhile.
      if (anchor.current?.matches(":focus-visible")) timer.current = setTimeout(() => setOpen(true), 0);
    },
    onBlur: hide,
    onKeyDown: hide,
  });
  return (
    <>
      {trigger}
      {open && (
        <Floating
          anchor={anchor}
          side={side}
          align="center"
          id={id}
          role="tooltip"
          className="pointer-events-none flex max-w-80 animate-fade items-center gap-2 rounded-sm bg-fg px-2 py-1 text-xs text-panel select-none [--gap:6px]"
        >
          {label}
          {keys && <Kbd inverted>{keys}</Kbd>}
        </Floating>
      )}
    </>
  );
}
