import { type RefObject, useEffect, useEffectEvent } from "react";

import { isPageCovered } from "@/ui";

/** Plain keys of a reader. On the stage they work wherever nobody types; in a sheet only inside it. */
export function useReaderKeys(box: RefObject<HTMLElement | null>, inSheet: boolean, press: (key: string) => boolean): void {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
    if (!(target instanceof HTMLElement) || target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
    const inside = box.current?.contains(target) ?? false;
    if (inSheet ? !inside : isPageCovered() || target.closest("#chat, [popover], [role=menu], [role=radiogroup]") !== null) return;
    if (press(event.key)) event.preventDefault();
  });
  useEffect(() => {
    const heard = (event: KeyboardEvent) => listen(event);
    // Before the desktop hears it: `/` means this document here, not the chat.
    addEventListener("keydown", heard, true);
    return () => removeEventListener("keydown", heard, true);
  }, []);
}
