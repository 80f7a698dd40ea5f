import type { ReactNode } from "react";

import { classes } from "./classes";

export type Tone = "neutral" | "accent" | "ok" | "run" | "warn" | "bad";

const TONES: Readonly<Record<Tone, string>> = {
  neutral: "bg-hover text-muted",
  accent: "bg-accent-soft text-accent-text",
  ok: "bg-ok-soft text-ok-text",
  run: "bg-run-soft text-run-text",
  warn: "bg-warn-soft text-warn-text",
  bad: "bg-bad-soft text-bad-text",
};

/** One or two words about a thing. */
export function Badge({ tone = "neutral", children, className }: { readonly tone?: Tone; readonly children: ReactNode; readonly className?: string }) {
  return (
    <span className={classes("inline-flex h-[18px] shrink-0 items-center gap-1 rounded-sm px-1.5 text-2xs font-medium whitespace-nowrap", TONES[tone], className)}>
      {children}
    </span>
  );
}
