import { Pin } from "lucide-react";
import { Link } from "wouter";

import type { MemoryItem } from "@/api";
import { useT } from "@/i18n";
import { Badge, classes, RelativeTime } from "@/ui";
import { useWhere } from "./useWhere";

interface MemoryRowProps {
  readonly item: MemoryItem;
  readonly selected: boolean;
}

/** One remembered thing in the list: its words, its kind, where it counts, since when. */
export function MemoryRow({ item, selected }: MemoryRowProps) {
  const t = useT();
  const where = useWhere();
  return (
    <Link
      href={`/memory/${item.id}`}
      aria-current={selected ? "true" : undefined}
      className={classes(
        "flex flex-col gap-1 px-4 py-2.5 -outline-offset-2 transition-colors duration-100",
        selected ? "bg-accent-soft" : "hover:bg-hover",
      )}
    >
      <span className="flex items-start gap-2">
        <span className={classes("line-clamp-2 min-w-0 flex-1 text-sm break-words", item.trust === "untrusted" ? "text-muted" : "text-fg")}>
          {item.content}
        </span>
        {item.pinned && (
          <>
            <Pin aria-hidden className="mt-0.5 size-3.5 shrink-0 text-muted" />
            <span className="sr-only">{t("memory.pinned")}</span>
          </>
        )}
      </span>
      <span className="flex min-w-0 items-center gap-2 text-xs text-muted">
        {item.trust === "untrusted" && <Badge tone="warn">{t("memory.trust.untrusted")}</Badge>}
        <span className="truncate">
          {t(`memory.kind.${item.kind}`)} · {where(item)} · <RelativeTime iso={item.created_at} />
        </span>
      </span>
    </Link>
  );
}
