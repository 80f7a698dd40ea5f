import { type ReactNode, useRef, useState } from "react";
import { createPortal } from "react-dom";

import { classes } from "./classes";
import { slotted } from "./slot";
import { useAnchor } from "./useAnchor";
import { useFocusInside } from "./useFocusInside";
import { useLayer } from "./useLayer";

interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactNode;
  readonly label: string;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly align?: "start" | "center" | "end";
  readonly className?: string;
  readonly children: ReactNode;
}

/** A small sheet beside the button that opened it. */
export function Popover({ trigger, label, open: wished, onOpenChange, align = "start", className, children }: PopoverProps) {
  const [own, setOwn] = useState(false);
  const open = wished ?? own;
  const anchor = useRef<HTMLElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const show = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  const layer = useLayer({ open, onClose: () => show(false), trigger: anchor });
  const focus = useFocusInside(open, sheet, anchor);
  useAnchor(open, anchor, sheet, { side: "bottom", align, gap: 6 });
  return (
    <>
      {slotted(trigger, {
        ref: anchor,
        "aria-haspopup": "dialog",
        "aria-expanded": open,
        "data-state": open ? "open" : "closed",
        onClick: () => show(!open),
      })}
      {open &&
        createPortal(
          <div
            ref={sheet}
            role="dialog"
            aria-label={label}
            tabIndex={-1}
            data-layer
            {...layer.content}
            {...focus}
            className={classes("fixed top-0 left-0 z-50 max-w-[calc(100vw-16px)] animate-pop rounded-lg bg-raised shadow-float outline-none", className)}
          >
            {children}
          </div>,
          document.body,
        )}
    </>
  );
}
