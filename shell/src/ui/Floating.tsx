import { type HTMLAttributes, type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

import { classes } from "./classes";
import { LayerRoot, useLayerRoot } from "./layers";

interface FloatingProps extends Omit<HTMLAttributes<HTMLDivElement>, "onToggle" | "popover"> {
  /** What it stands beside. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly side?: "top" | "right" | "bottom" | "left";
  readonly align?: "start" | "center" | "end";
  /** Escape or a press elsewhere closed it; the focus goes back to the anchor. Without this it stays while it is drawn. */
  readonly onDismiss?: () => void;
  /** It can be seen, with its content. */
  readonly onShow?: (box: HTMLElement) => void;
  readonly children: ReactNode;
}

/** A native popover beside what it belongs to. Menus, lists, tooltips and popovers are made of it; drawn while open. */
export function Floating({ anchor, side = "bottom", align = "start", onDismiss, onShow, className, children, ...rest }: FloatingProps) {
  const root = useLayerRoot();
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<HTMLElement | null>(null);
  const isLeaving = useRef(false);
  const isDismissible = onDismiss !== undefined;
  const tellShown = useEffectEvent((element: HTMLElement) => onShow?.(element));
  // Its content is drawn after it is shown: a field that is not in sight cannot take the focus.
  useLayoutEffect(() => {
    const [from, sheet] = [anchor.current, box.current];
    if (from === null || sheet === null) return;
    sheet.style.setProperty("position-anchor", anchorNameOf(from));
    // The Tab key then goes from its end to what follows the anchor.
    sheet.showPopover({ source: from });
    setShown(sheet);
    isLeaving.current = false;
    const backTo = () => anchor.current ?? from;
    return () => {
      isLeaving.current = true; // the browser tells of it a moment later, when nobody asks for it any more
      sheet.hidePopover();
      // Whoever took the focus in the meantime keeps it.
      const now = document.activeElement;
      if (isDismissible && (now === null || now === document.body || sheet.contains(now))) backTo().focus({ preventScroll: true });
    };
  }, [anchor, isDismissible]);
  useLayoutEffect(() => {
    if (shown !== null) tellShown(shown);
  }, [shown]);
  return createPortal(
    <div
      {...rest}
      ref={box}
      popover={isDismissible ? "auto" : "manual"}
      data-side={side}
      data-align={align}
      onToggle={(event) => event.target === event.currentTarget && event.newState === "closed" && !isLeaving.current && onDismiss?.()}
      className={classes("anchored", className)}
    >
      {shown && <LayerRoot value={shown}>{children}</LayerRoot>}
    </div>,
    root,
  );
}

let names = 0;

/** Return the name by which the style sheet finds an element to stand beside; an element keeps its name. */
function anchorNameOf(element: HTMLElement): string {
  const known = element.style.getPropertyValue("anchor-name");
  if (known !== "") return known;
  const name = `--anchor-${++names}`;
  element.style.setProperty("anchor-name", name);
  return name;
}
