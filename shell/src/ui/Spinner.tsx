import { classes } from "./classes";

/** Something is under way. Decorative: the words beside it say what. */
export function Spinner({ className }: { readonly className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 16 16" className={classes("size-3.5 animate-spin", className)}>
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" opacity="0.2" />
      <path d="M14 8a6 6 0 0 0-6-6" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
