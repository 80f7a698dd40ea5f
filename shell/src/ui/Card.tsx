import type { ComponentProps } from "react";

import { classes } from "./classes";

/** A raised sheet that groups what belongs together. */
export function Card({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classes("rounded-lg border border-line bg-raised shadow-raised", className)} />;
}
