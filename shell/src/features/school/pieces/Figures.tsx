import type { ReactNode } from "react";

import { Card, classes } from "@/ui";

/** A few figures side by side, on one sheet. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return (
    <Card className="@container">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-line @[560px]:grid-cols-4">{children}</dl>
    </Card>
  );
}

interface FigureProps {
  readonly name: string;
  /** How many it is of, and since when. */
  readonly about: string;
  readonly large?: boolean;
  readonly tone?: string;
  readonly children: ReactNode;
}

/** One figure with its name above and what it comes from below. */
export function Figure({ name, about, large, tone, children }: FigureProps) {
  return (
    <div className="flex flex-col gap-1 bg-raised px-4 py-3.5">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className={classes("flex flex-wrap items-baseline gap-x-2 font-semibold tracking-[-0.01em] tabular-nums", large ? "text-xl" : "text-lg", tone ?? "text-fg")}>{children}</dd>
      <dd className="mt-auto text-xs text-pretty text-muted">{about}</dd>
    </div>
  );
}
