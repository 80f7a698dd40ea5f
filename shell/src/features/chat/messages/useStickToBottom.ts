import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

const NEAR = 48;

export interface Stick {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
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
    const look = () => {
      follow.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
      setAtBottom(follow.current);
    };
    box.addEventListener("scroll", look, { passive: true });
    // Growing content moves the end away without a scroll: go after it.
    const grown = new ResizeObserver(() => {
      if (follow.current) box.scrollTop = box.scrollHeight;
      else look();
    });
    grown.observe(inner);
    grown.observe(box);
    return () => {
      box.removeEventListener("scroll", look);
      grown.disconnect();
    };
  }, []);

  useEffect(() => toBottom(), [subject, toBottom]);
  return { scroller, content, atBottom, toBottom };
}
