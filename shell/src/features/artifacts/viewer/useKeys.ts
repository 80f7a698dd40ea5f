import { useLayoutEffect, useRef } from "react";

import { isTyping } from "@/actions";
import { isPageCovered } from "@/ui";

/** Plain keys, while nobody types and nothing lies over the stage. `press` answers whether the key was for it. */
export function useKeys(press: (key: string) => boolean): void {
  const latest = useRef(press);
  latest.current = press;
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.shiftKey && event.key.startsWith("Arrow")) return;
      if (isTyping(event.target) || isBusy(event.target)) return;
      if (latest.current(event.key)) event.preventDefault();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

/** Whether the key belongs to what has the focus: a menu, a tree, a player, a scrolling text, the chat. */
function isBusy(target: EventTarget | null): boolean {
  if (isPageCovered()) return true;
  return target instanceof Element && target.closest("[role=tree],[role=radiogroup],[role=tablist],[role=separator],audio,video,pre,#chat") !== null;
}
