import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";

import { classes } from "@/ui";
import type { Order } from "./sorting";

interface ColumnHeadProps {
  /** What it orders by. */
  readonly by: string;
  readonly order: Order;
  readonly onTurn: (by: string) => void;
  /** A second line. */
  readonly about?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

/** The head of a column; a press orders the rows by it, the next one turns them round. */
export function ColumnHead({ by, order, onTurn, about, children, className }: ColumnHeadProps) {
  const current = order.by === by;
  const Arrow = order.down ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={current ? (order.down ? "descending" : "ascending") : "none"} className={classes("px-2 py-2 align-bottom text-xs font-medium whitespace-nowrap text-muted", className)}>
      <button type="button" onClick={() => onTurn(by)} className="group/head inline-flex min-h-6 max-w-36 items-center gap-1 rounded-sm hover:text-fg">
        <span className={classes("truncate", current && "text-fg")}>{children}</span>
        <Arrow aria-hidden className={classes("size-3 shrink-0", current ? "text-fg" : "opacity-0 group-hover/head:opacity-50")} />
      </button>
      {about}
    </th>
  );
}
