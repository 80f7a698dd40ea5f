import { useLayoutEffect, useState } from "react";

interface LeaveGuard {
  /** Where somebody wants to go while there are unsaved changes. */
  readonly wanted: string | null;
  readonly stay: () => void;
}

/** While `active`, links ask before they lead away, and so does closing the tab. */
export function useLeaveGuard(active: boolean): LeaveGuard {
  const [wanted, want] = useState<string | null>(null);
  useLayoutEffect(() => {
    if (!active) return;
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (link === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || link.target === "_blank") return;
      if (link.origin !== location.origin || link.pathname === location.pathname || link.hasAttribute("download")) return;
      event.preventDefault();
      event.stopPropagation();
      want(link.pathname + link.search);
    };
    addEventListener("beforeunload", unload);
    document.addEventListener("click", click, { capture: true });
    return () => {
      removeEventListener("beforeunload", unload);
      document.removeEventListener("click", click, { capture: true });
    };
  }, [active]);
  return { wanted, stay: () => want(null) };
}
