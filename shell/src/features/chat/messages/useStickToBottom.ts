import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

const NEAR = 48;

export interface Stick {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  /** Whether the end is kept in view. */
  readonly follow: RefObject<boolean>;
  readonly atBottom: boolean;
  readonly toBottom: () => void;
}

/** Keeps the end in view while it is in view, and leaves whoever has scrolled up in peace. */
export function useStickToBottom(subject: string | null): Stick {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const follow = useRef(true);
  const [atBottom, setAtBottom] = useState(true);

  const toBottom = useCallback(() => {
    follow.current = true;
    setAtBottom(true);
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, []);

  useEffect(() => {
    const box = scroller.current;
    const inner = content.current;
    if (box === null || inner === null) return;
    let top = box.scrollTop;
    const look = () => {
      const near = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
      // Only going up leaves the end: content may have grown between our own scroll and the news of it.
      if (near || box.scrollTop < top) follow.current = near;
      top = box.scrollTop;
      setAtBottom(follow.current || near);
    };
    box.addEventListener("scroll", look, { passive: true });
    // Growing content moves the end away without a scroll: go after it.
    const grown = new ResizeObserver(() => {
      if (!follow.current) return look();
      // A field that opens in there makes it grow: it stays where the person looks.
      if (!isTypedIn(box)) box.scrollTop = box.scrollHeight;
      // What became smaller pulled the view up by itself: nobody left the end.
      top = box.scrollTop;
    });
    grown.observe(inner);
    grown.observe(box);
    return () => {
      box.removeEventListener("scroll", look);
      grown.disconnect();
    };
  }, []);

  useEffect(() => toBottom(), [subject, toBottom]);
  return { scroller, content, follow, atBottom, toBottom };
}

/** Whether the end is in view; somebody may have scrolled away and not been noticed yet. */
export function isAtEnd(box: HTMLElement | null): boolean {
  return box !== null && box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR;
}

/** Whether the person is in a field in there. */
function isTypedIn(box: HTMLElement): boolean {
  const held = document.activeElement;
  return held !== null && box.contains(held) && held.matches("input, textarea, [role=combobox]");
}
