import type { ReactNode } from "react";

import { classes } from "./classes";

/** A key or chord, such as ⌘K. */
export function Kbd({ children, inverted }: { readonly children: ReactNode; readonly inverted?: boolean }) {
  return (
    <kbd
      className={classes(
        "inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-sm px-1 font-sans text-2xs font-medium tabular-nums",
        inverted ? "opacity-70" : "border border-line-strong bg-panel text-muted",
      )}
    >
      {children}
    </kbd>
  );
}
