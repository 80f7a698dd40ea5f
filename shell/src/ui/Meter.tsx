import type { ReactNode } from "react";

import { classes } from "./classes";

interface MeterProps {
  readonly value: number;
  readonly max: number;
  readonly label: string;
  /** The amount in words, such as "1.2 of 8 GB". */
  readonly words: ReactNode;
  /** Shares from which it warns and alarms. */
  readonly warnAt?: number;
  readonly badAt?: number;
  readonly className?: string;
}

/** How much of a whole is used, in words and as a bar. */
export function Meter({ value, max, label, words, warnAt = 0.8, badAt = 1, className }: MeterProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  const colour = share >= badAt ? "bg-bad" : share >= warnAt ? "bg-warn" : "bg-ok";
  return (
    <div className={classes("flex flex-col gap-1 text-xs", className)}>
      <div className="flex justify-between gap-3">
        <span className="min-w-0 truncate text-fg">{label}</span>
        <span className="shrink-0 text-muted tabular-nums">{words}</span>
      </div>
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={typeof words === "string" ? words : undefined}
        className="h-1.5 overflow-hidden rounded-full bg-active"
      >
        <div className={classes("h-full rounded-full", colour)} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}
