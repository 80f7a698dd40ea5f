import { type RefObject, useLayoutEffect } from "react";

/** Keeps what is typed while the palette's code is on its way: who types fast loses no letter, and starts no shortcut. */
export function TypedAhead({ words }: { readonly words: RefObject<string> }) {
  useLayoutEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || (event.key.length !== 1 && event.key !== "Backspace")) return;
      event.preventDefault();
      event.stopPropagation();
      words.current = event.key === "Backspace" ? words.current.slice(0, -1) : words.current + event.key;
    };
    addEventListener("keydown", keep, { capture: true });
    return () => removeEventListener("keydown", keep, { capture: true });
  }, [words]);
  return null;
}
