import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";

import { toggles } from "./layers";
import { type MenuItem, MenuSheet } from "./MenuSheet";
import { slotted } from "./slot";

interface DropdownMenuProps {
  readonly trigger: ReactNode;
  readonly items: readonly MenuItem[];
  readonly align?: "start" | "center" | "end";
}

/** Things one can do here, behind a button. */
export function DropdownMenu({ trigger, items, align = "end" }: DropdownMenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  return (
    <>
      {slotted(trigger, {
        ref: anchor,
        "aria-haspopup": "menu",
        "aria-expanded": open,
        "data-state": open ? "open" : "closed",
        ...toggles(open ? id : undefined, () => setOpen(!open)),
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key !== "ArrowDown" || open) return;
          event.preventDefault();
          setOpen(true);
        },
      })}
      {open && <MenuSheet anchor={anchor} items={items} align={align} id={id} onClose={() => setOpen(false)} />}
    </>
  );
}
