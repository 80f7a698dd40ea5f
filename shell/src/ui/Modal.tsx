import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

import { useFocusInside } from "./useFocusInside";
import { useLayer } from "./useLayer";

interface ModalProps {
  readonly onClose: () => void;
  readonly labelledBy: string;
  readonly describedBy?: string;
  /** Looks of the scrim, and of the sheet on it. */
  readonly scrim: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A sheet over everything: the rest can neither be reached nor heard until it closes. `Dialog` and `Sheet` are made of it. */
export function Modal({ onClose, labelledBy, describedBy, scrim, className, children }: ModalProps) {
  const root = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  // First of all effects, so that the way back is free again when the focus wants to return.
  useLayoutEffect(() => silence(root.current), []);
  const layer = useLayer({ open: true, onClose, light: false });
  // Asked before anything inside can take the focus.
  const [focused] = useState(() => document.activeElement);
  const before = useRef(focused);
  const pressed = useRef(false);
  const focus = useFocusInside(true, sheet, before);
  return createPortal(
    <div
      ref={root}
      className={scrim}
      onPointerDown={(event) => {
        // On the scrim itself, not on its scroll bar, and not to close something smaller that lies over it.
        const { target, currentTarget, clientX } = event;
        pressed.current = target === currentTarget && !(clientX > currentTarget.clientWidth) && layer.isTop();
      }}
      onClick={(event) => {
        // Not before the press is over: a finger would then reach what lies below.
        if (pressed.current && event.target === event.currentTarget) onClose();
      }}
    >
      <div
        ref={sheet}
        role="dialog"
        aria-modal="true"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        tabIndex={-1}
        {...focus}
        className={className}
      >
        {children}
      </div>
    </div>,
    document.body,
  );
}

/** The sheets that are open, the topmost last. */
const sheets: HTMLElement[] = [];

/** Make everything beside this inert; the answer undoes it, in whatever order sheets close. */
function silence(root: HTMLElement | null): (() => void) | undefined {
  if (root === null) return undefined;
  sheets.push(root);
  settle();
  return () => {
    sheets.splice(sheets.indexOf(root), 1);
    settle();
  };
}

/** Only the topmost sheet is alive; notices and small sheets beside it stay so. */
function settle(): void {
  const top = sheets.at(-1);
  for (const each of document.body.children) {
    if (each instanceof HTMLElement && !each.hasAttribute("data-layer")) each.inert = top !== undefined && each !== top;
  }
}
