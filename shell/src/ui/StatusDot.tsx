import { classes } from "./classes";

export type Status = "idle" | "run" | "wait" | "ok" | "warn" | "bad" | "off";

const COLOURS: Readonly<Record<Status, string>> = {
  idle: "text-faint",
  run: "text-run",
  wait: "text-warn",
  ok: "text-ok",
  warn: "text-warn",
  bad: "text-bad",
  off: "text-muted",
};

const SHAPES: Readonly<Record<Status, string>> = {
  idle: "M5 1.6a3.4 3.4 0 1 1 0 6.8 3.4 3.4 0 0 1 0-6.8Z",
  run: "M5 .8a4.2 4.2 0 1 1 0 8.4A4.2 4.2 0 0 1 5 .8Zm0 2.2a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z",
  wait: "M5 .6 9.4 5 5 9.4.6 5Z",
  ok: "M5 1.2a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 0 1 0-7.6Z",
  warn: "M5 .7 9.6 9H.4Z",
  bad: "M1.6 1.6h6.8v6.8H1.6Z",
  off: "M1 4.2h8v1.6H1Z",
};

interface StatusDotProps {
  readonly status: Status;
  /** The status in words; leave out when the words stand beside it. */
  readonly label?: string;
  readonly className?: string;
}

/** How something stands, by shape as well as by colour: ring runs, diamond waits, disc is well, square failed. */
export function StatusDot({ status, label, className }: StatusDotProps) {
  return (
    <svg
      viewBox="0 0 10 10"
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      data-status={status}
      className={classes("size-2.5 shrink-0", COLOURS[status], status === "run" && "animate-pulse", className)}
    >
      <path d={SHAPES[status]} fill="currentColor" fillRule="evenodd" />
    </svg>
  );
}
