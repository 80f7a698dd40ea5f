import type { ComponentProps } from "react";

import { classes } from "./classes";
import { FIELD } from "./Input";

/** Several lines of text; grows with its content up to its `max-h-*`. */
export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={2} {...rest} className={classes(FIELD, "field-sizing-content resize-none px-2 py-1.5 text-sm", className)} />;
}
