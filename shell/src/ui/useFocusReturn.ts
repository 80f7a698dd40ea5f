import { useRef } from "react";

/**
 * Gives the focus back where it was when an overlay closes, also when no button opened it (a shortcut did).
 * Whoever took the focus in the meantime keeps it. Spread onto the overlay's content.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const idle = document.activeElement === null || document.activeElement === document.body;
      if (idle && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    },
  };
}
