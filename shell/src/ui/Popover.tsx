import { type ReactNode, useId, useRef, useState } from "react";

import { classes } from "./classes";
import { Floating } from "./Floating";
import { focusFirst, toggles } from "./layers";
import { slotted } from "./slot";

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
  const id = useId();
  const [own, setOwn] = useState(false);
  const open = wished ?? own;
  const anchor = useRef<HTMLElement>(null);
  const show = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  return (
    <>
      {slotted(trigger, {
        ref: anchor,
        "aria-haspopup": "dialog",
        "aria-expanded": open,
        "data-state": open ? "open" : "closed",
        ...toggles(open ? id : undefined, () => show(!open)),
      })}
      {open && (
        <Floating
          anchor={anchor}
          align={align}
          onDismiss={() => show(false)}
          onShow={focusFirst}
          id={id}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          onBlur={({ relatedTarget, currentTarget }) => {
            const elsewhere = relatedTarget !== null && relatedTarget !== anchor.current && !currentTarget.contains(relatedTarget);
            if (elsewhere) show(false);
          }}
          className={classes("animate-pop rounded-lg bg-raised shadow-float outline-none [--gap:6px]", className)}
        >
          {children}
        </Floating>
      )}
    </>
  );
}
