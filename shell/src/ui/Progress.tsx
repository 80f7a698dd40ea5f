import { classes } from "./classes";

interface ProgressProps {
  /** Between 0 and 1; leave out while nobody knows. */
  readonly value?: number;
  readonly label: string;
  readonly className?: string;
}

/** How far something under way has come. */
export function Progress({ value, label, className }: ProgressProps) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={classes("h-1 w-full overflow-hidden rounded-full bg-active", className)}
    >
      <div
        className={classes("h-full rounded-full bg-run transition-[width] duration-150", percent === undefined && "w-1/3 animate-pulse")}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
