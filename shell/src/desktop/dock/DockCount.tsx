import { classes } from "@/ui";
import type { Badge } from "./badges";

interface DockCountProps {
  readonly badge: Badge | null;
  /** At the corner of an icon, or right behind a name; without either, at the end of a row. */
  readonly corner?: boolean;
  readonly inline?: boolean;
}

const LOOKS = {
  pending: "bg-accent text-on-accent",
  running: "bg-run-soft text-run-text",
  proposals: "bg-active text-fg",
} as const;

/** How many there are, beside an icon or a name. The link it stands in says it in words. */
export function DockCount({ badge, corner, inline }: DockCountProps) {
  if (badge === null) return null;
  return (
    <span
      aria-hidden
      className={classes(
        "inline-flex h-4 min-w-4 items-center justify-center rounded-full px-1 text-[10px] font-semibold tabular-nums",
        corner ? "absolute -top-1 -right-1 ring-2 ring-canvas" : "shrink-0",
        !corner && !inline && "ml-auto",
        LOOKS[badge.kind],
      )}
    >
      {badge.count > 99 ? "99+" : badge.count}
    </span>
  );
}
