import type { ComponentProps } from "react";

import { classes } from "./classes";

/** The look every field shares. Its width is a default: `w-*` beside it wins. */
export const FIELD = classes(
  "field rounded-sm border border-line-strong bg-raised text-fg placeholder:text-muted shadow-raised",
  "transition-colors duration-100 hover:border-muted focus-visible:border-accent focus-visible:outline-offset-0",
  "disabled:opacity-50 aria-invalid:border-bad",
);

/** One line of text. Give it a `<label>` or an `aria-label`. */
export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...rest} className={classes(FIELD, "h-7 px-2 text-sm pointer-coarse:h-9 read-only:bg-hover", className)} />;
}
