import type { LucideIcon } from "lucide-react";
import type { KeyboardEvent, RefObject } from "react";

import { classes } from "./classes";
import { Floating } from "./Floating";
import { Kbd } from "./Kbd";
import { nextPlace } from "./roving";

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

interface MenuSheetProps {
  /** What the menu belongs to: it stands beside it, and the focus goes back there. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly items: readonly MenuItem[];
  readonly align?: "start" | "center" | "end";
  readonly id?: string;
  /** What the menu is about, where no button says it. */
  readonly label?: string;
  readonly onClose: () => void;
}

/** The open sheet of a menu. Arrow keys move, a letter jumps to the next item that begins with it. */
export function MenuSheet({ anchor, items, align, id, label, onClose }: MenuSheetProps) {
  const close = () => {
    onClose();
    anchor.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const stops = stopsIn(event.currentTarget);
    const place = stops.indexOf(document.activeElement as HTMLElement);
    const next = event.key.length === 1 && event.key !== " " ? beginning(stops, place, event.key) : nextPlace(event.key, place, stops.length);
    if (event.key === "Tab") close();
    else if (next === null) return;
    else stops[next]?.focus({ preventScroll: true });
    event.preventDefault();
  };
  return (
    <Floating
      anchor={anchor}
      align={align}
      onDismiss={onClose}
      onShow={(menu) => stopsIn(menu)[0]?.focus({ preventScroll: true })}
      id={id}
      role="menu"
      aria-label={label}
      onKeyDown={onKeyDown}
      className="min-w-44 animate-pop overflow-y-auto rounded-md bg-raised p-1 shadow-float"
    >
      {items.map((item) => (
        <Item key={item.id} item={item} onChosen={close} />
      ))}
    </Floating>
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

function stopsIn(menu: HTMLElement): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("[role=menuitem]:not([aria-disabled])")];
}

/** The next item that begins with a letter, after `place` and round. */
function beginning(stops: readonly HTMLElement[], place: number, letter: string): number | null {
  const order = stops.map((_, index) => (place + 1 + index) % stops.length);
  return order.find((index) => stops[index]?.textContent?.trim().toLowerCase().startsWith(letter.toLowerCase())) ?? null;
}
