import { type ReactNode, useCallback, useEffect, useRef } from "react";

import { useDragged, useWayOf } from "../lift";
import { useEditor } from "../useEditor";

interface NodeButtonProps {
  readonly id: string;
  /** What it is, read aloud. */
  readonly label: string;
  readonly children: ReactNode;
}

/** The part of a node that takes the focus: one stop of the Tab key for the whole canvas, arrow keys walk from there. */
export function NodeButton({ id, label, children }: NodeButtonProps) {
  const button = useRef<HTMLDivElement>(null);
  const isHere = useEditor(({ current }) => current === id);
  const isWalked = useEditor(({ current, walked }) => walked && current === id);
  const go = useEditor((editor) => editor.go);
  const wayOf = useWayOf();
  const carry = useCallback(() => {
    const { x, y } = wayOf(id);
    if (button.current !== null) button.current.style.translate = x === 0 && y === 0 ? "" : `${x}px ${y}px`;
  }, [wayOf, id]);
  useDragged(id, id, carry);
  useEffect(() => {
    if (isWalked) button.current?.focus({ preventScroll: true });
  }, [isWalked]);
  return (
    <div
      ref={button}
      role="button"
      data-node={id}
      tabIndex={isHere ? 0 : -1}
      aria-label={label}
      onFocus={() => !isHere && go(id)}
      className="relative size-full rounded-md outline-offset-4"
    >
      {children}
    </div>
  );
}
