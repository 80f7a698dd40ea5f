/** What an entry of the dock looks like, with its name or without. */

import { classes } from "@/ui";

export function entryLook(labels: boolean, current: boolean): string {
  return classes(
    "relative inline-flex shrink-0 items-center rounded-md text-sm transition-colors duration-100 select-none -outline-offset-2",
    labels ? "h-8 w-full gap-2.5 px-2 max-sm:h-11" : "size-9 justify-center",
    current ? "bg-raised font-medium text-fg shadow-sheet" : classes("hover:bg-hover hover:text-fg", labels ? "text-fg" : "text-muted"),
  );
}
