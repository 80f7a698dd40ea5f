import { type MouseEvent, type ReactNode, type SyntheticEvent, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

import { focusFirst, LayerRoot, showDialog, useLayerRoot } from "./layers";

interface ModalProps {
  readonly onClose: () => void;
  readonly labelledBy: string;
  readonly describedBy?: string;
  /** Looks of the sheet, and with `backdrop:` of what lies behind it. */
  readonly className: string;
  readonly children: ReactNode;
}

/** A native dialog over everything: the rest can neither be reached nor heard until it closes. `Dialog` and `Sheet` are made of it. */
export function Modal({ onClose, labelledBy, describedBy, className, children }: ModalProps) {
  const root = useLayerRoot();
  const box = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState<HTMLDialogElement | null>(null);
  const pressed = useRef(false);
  const isLeaving = useRef(false);
  // Its content is drawn after it is shown: a field that is not in sight cannot take the focus.
  useLayoutEffect(() => {
    const dialog = box.current;
    if (dialog === null) return;
    setShown(dialog);
    isLeaving.current = false;
    const close = showDialog(dialog);
    return () => {
      // The browser tells of the close a moment later, when the page may have gone elsewhere: nobody asks for it then.
      isLeaving.current = true;
      close();
    };
  }, []);
  useLayoutEffect(() => {
    if (shown !== null) focusFirst(shown);
  }, [shown]);
  const onCancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    // A file chooser inside tells the same event. Where the browser closes it anyway, `onClose` follows.
    if (event.target !== event.currentTarget || !event.nativeEvent.cancelable) return;
    event.preventDefault();
    onClose();
  };
  return createPortal(
    <dialog
      ref={box}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={onCancel}
      onClose={(event) => event.target === event.currentTarget && !isLeaving.current && onClose()}
      onPointerDown={(event) => {
        // Not to close something smaller that lies over it.
        pressed.current = isOutside(event) && event.currentTarget.querySelector("[popover=auto]") === null;
      }}
      onClick={(event) => {
        // Not before the press is over: a finger would then reach what lies below.
        if (pressed.current && isOutside(event)) onClose();
      }}
      className={className}
    >
      {shown && <LayerRoot value={shown}>{children}</LayerRoot>}
    </dialog>,
    root,
  );
}

/** Whether a press is on the backdrop of a dialog: the browser tells it as one on the dialog, beside its box. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}
