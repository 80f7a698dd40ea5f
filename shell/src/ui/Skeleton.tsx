import { classes } from "./classes";

/** The place of something that is still loading. Size it with classes. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={classes("animate-pulse rounded-sm bg-hover", className)} />;
}
