import type { ReactNode } from "react";
import { Link } from "wouter";

import { classes } from "./classes";

interface RowProps {
  readonly leading?: ReactNode;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly trailing?: ReactNode;
  /** Where the row leads; the whole row is then the link. */
  readonly href?: string;
  readonly onClick?: () => void;
  readonly selected?: boolean;
  readonly className?: string;
}

/** One line of a list: 38 px, hairline below. Stack rows inside a `Card` with `divide-y`. */
export function Row({ leading, title, detail, trailing, href, onClick, selected, className }: RowProps) {
  const inside = (
    <>
      {leading}
      <span className="min-w-0 flex-1 truncate text-left">
        <span className="text-fg">{title}</span>
        {detail && <span className="ml-2 text-xs text-muted">{detail}</span>}
      </span>
    </>
  );
  const reach = "flex min-w-0 flex-1 items-center gap-3 py-2 pl-4 after:absolute after:inset-0 after:rounded-[inherit]";
  const active = Boolean(href ?? onClick);
  return (
    <div
      data-selected={selected || undefined}
      className={classes(
        "relative flex min-h-[38px] items-center gap-3 pr-4 text-sm first:rounded-t-lg last:rounded-b-lg data-selected:bg-accent-soft",
        active && "transition-colors duration-100 hover:bg-hover focus-within:bg-hover",
        className,
      )}
    >
      {href ? (
        <Link href={href} className={reach}>
          {inside}
        </Link>
      ) : onClick ? (
        <button type="button" onClick={onClick} className={reach}>
          {inside}
        </button>
      ) : (
        <div className="flex min-w-0 flex-1 items-center gap-3 py-2 pl-4">{inside}</div>
      )}
      {trailing && <span className="relative z-10 flex shrink-0 items-center gap-2 text-xs text-muted tabular-nums">{trailing}</span>}
    </div>
  );
}
