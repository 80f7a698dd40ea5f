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
  const focus = useFocusInside(true, sheet, before);
  return createPortal(
    <div
      ref={root}
      className={scrim}
      onPointerDown={(event) => {
        layer.onPointerDown();
        if (event.target === event.currentTarget) onClose();
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

/** Make everything beside this inert; the answer undoes it. Notices and small sheets stay alive. */
function silence(root: HTMLElement | null): () => void {
  const others = [...document.body.children].filter(
    (each): each is HTMLElement => each instanceof HTMLElement && each !== root && !each.inert && !each.hasAttribute("data-layer"),
  );
  for (const each of others) each.inert = true;
  return () => {
    for (const each of others) each.inert = false;
  };
}
