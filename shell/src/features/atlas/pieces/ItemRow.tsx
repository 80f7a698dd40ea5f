import { FolderKanban } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";

import type { AtlasItem } from "@/api";
import { classes } from "@/ui";
import { itemPath } from "../paths";
import { BandDot, ProgressFigure } from "./Band";

interface ItemRowProps {
  readonly item: AtlasItem;
  /** Under the title, instead of what it belongs to. */
  readonly detail?: ReactNode;
  /** Before its progress. */
  readonly children?: ReactNode;
  /** What stands at its end, instead of its progress. */
  readonly trailing?: ReactNode;
}

/** Any item in a list: how it stands, its title, what it belongs to, its progress. The row leads to its page. */
export function ItemRow({ item, detail, children, trailing }: ItemRowProps) {
  const href = itemPath(item.id);
  const under = detail ?? item.path.join(" › ");
  const words = (
    <>
      <span className="truncate text-sm text-fg">{item.title}</span>
      {under && <span className="truncate text-xs text-muted">{under}</span>}
    </>
  );
  const reach = "flex min-w-0 flex-1 flex-col after:absolute after:inset-0 after:rounded-[inherit]";
  return (
    <div className={classes("relative flex min-h-[46px] items-center gap-3 px-4 py-2 first:rounded-t-lg last:rounded-b-lg", href && "transition-colors duration-100 focus-within:bg-hover hover:bg-hover")}>
      {item.kind === "project" ? <FolderKanban aria-hidden className="-mx-0.5 size-3.5 shrink-0 text-muted" /> : <BandDot band={item.band} spoken className="mt-px" />}
      {href ? (
        <Link href={href} className={reach}>
          {words}
        </Link>
      ) : (
        <span className="flex min-w-0 flex-1 flex-col">{words}</span>
      )}
      {children && <span className="relative z-10 flex shrink-0 items-center gap-2 max-sm:hidden">{children}</span>}
      <span className="relative z-10 flex shrink-0 justify-end text-xs text-muted">
        {trailing ?? <ProgressFigure progress={item.progress} className={classes("w-16 text-right", item.progress == null ? "text-muted" : "text-fg")} />}
      </span>
    </div>
  );
}
