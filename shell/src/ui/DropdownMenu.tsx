import type { LucideIcon } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

import { classes } from "./classes";
import { Kbd } from "./Kbd";
import { nextPlace } from "./roving";
import { slotted } from "./slot";
import { useAnchor } from "./useAnchor";
import { useLayer } from "./useLayer";

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly keys?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** A line above this item. */
  readonly separated?: boolean;
  readonly onSelect: () => void;
}

interface DropdownMenuProps {
  readonly trigger: ReactNode;
  readonly items: readonly MenuItem[];
  readonly align?: "start" | "center" | "end";
}

/** Things one can do here. Arrow keys move, a letter jumps to the next item that begins with it. */
export function DropdownMenu({ trigger, items, align = "end" }: DropdownMenuProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    anchor.current?.focus({ preventScroll: true });
  };
  const layer = useLayer({ open, onClose: close, trigger: anchor });
  useAnchor(open, anchor, sheet, { side: "bottom", align, gap: 4 });
  useLayoutEffect(() => {
    if (open) stopsIn(sheet.current)[0]?.focus({ preventScroll: true });
  }, [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    const stops = stopsIn(sheet.current);
    const place = stops.indexOf(document.activeElement as HTMLElement);
    const next = event.key.length === 1 && event.key !== " " ? beginning(stops, place, event.key) : nextPlace(event.key, place, stops.length);
    if (event.key === "Tab") close();
    else if (next === null) return;
    else stops[next]?.focus({ preventScroll: true });
    event.preventDefault();
  };
  return (
    <>
      {slotted(trigger, {
        ref: anchor,
        "aria-haspopup": "menu",
        "aria-expanded": open,
        "data-state": open ? "open" : "closed",
        onClick: () => setOpen(!open),
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key !== "ArrowDown" || open) return;
          event.preventDefault();
          setOpen(true);
        },
      })}
      {open &&
        createPortal(
          <div
            ref={sheet}
            role="menu"
            data-layer
            {...layer.content}
            onKeyDown={onKeyDown}
            className="fixed top-0 left-0 z-50 max-h-[calc(100dvh-16px)] min-w-44 animate-pop overflow-y-auto rounded-md bg-raised p-1 shadow-float"
          >
            {items.map((item) => (
              <Item key={item.id} item={item} onChosen={close} />
            ))}
          </div>,
          document.body,
        )}
    </>
  );
}

function Item({ item, onChosen }: { readonly item: MenuItem; readonly onChosen: () => void }) {
  return (
    <>
      {item.separated && <div role="separator" className="my-1 h-px bg-line" />}
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        aria-disabled={item.disabled || undefined}
        onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
        onClick={() => {
          if (item.disabled) return;
          // The focus goes back first: what the item opens may take it from there.
          onChosen();
          item.onSelect();
        }}
        className={classes(
          "flex h-7 w-full items-center gap-2 rounded-sm px-2 text-left text-sm whitespace-nowrap outline-none focus:bg-hover aria-disabled:opacity-50",
          item.danger && "text-bad-text",
        )}
      >
        {item.icon && <item.icon aria-hidden className={classes("size-3.5", !item.danger && "text-muted")} />}
        <span className="flex-1">{item.label}</span>
        {item.keys && <Kbd>{item.keys}</Kbd>}
      </button>
    </>
  );
}

function stopsIn(sheet: HTMLElement | null): readonly HTMLElement[] {
  return [...(sheet?.querySelectorAll<HTMLElement>("[role=menuitem]:not([aria-disabled])") ?? [])];
}

/** The next item that begins with a letter, after `place` and round. */
function beginning(stops: readonly HTMLElement[], place: number, letter: string): number | null {
  const order = stops.map((_, index) => (place + 1 + index) % stops.length);
  return order.find((index) => stops[index]?.textContent?.trim().toLowerCase().startsWith(letter.toLowerCase())) ?? null;
}
