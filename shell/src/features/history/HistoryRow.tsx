import { Link } from "wouter";

import type { Change } from "@/api";
import { UndoButton } from "@/decisions";
import { useI18n } from "@/i18n";
import { Badge, classes } from "@/ui";
import { kindOf, pathOf, verbOf } from "./history";
import { ICONS } from "./icons";
import { useWho } from "./useWho";

/** One change: what, by whom, when, whether it still stands, and its way back. Leads to its page. */
export function HistoryRow({ change }: { readonly change: Change }) {
  const { t, format } = useI18n();
  const who = useWho();
  const kind = kindOf(change);
  const Icon = ICONS[kind];
  const undone = change.undone_by !== null;
  const said = t(`history.by.${verbOf(change)}`, { who: who(change) });
  return (
    <div className="relative flex min-h-12 items-center gap-3 py-1.5 pr-3 pl-4 transition-colors duration-100 hover:bg-hover">
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <Link
        href={`/history/${change.id}`}
        className="flex min-w-0 flex-1 flex-col outline-none after:absolute after:inset-0 focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
      >
        <span className={classes("truncate text-sm", undone ? "text-muted line-through" : "text-fg")}>{change.title}</span>
        <span className="truncate text-xs text-muted">
          {said}
          {kind === "file" && !change.title.includes(pathOf(change)) && <span className="font-mono text-2xs"> · {pathOf(change)}</span>}
        </span>
      </Link>
      <span className="relative z-10 flex shrink-0 items-center gap-3">
        {change.status === "unknown" && <Badge tone="warn">{t("history.unknown")}</Badge>}
        {change.status === "void" && <Badge>{t("history.void")}</Badge>}
        {change.status === "proposed" && <Badge tone="warn">{t("history.proposed")}</Badge>}
        {(change.status === "adopted" || change.status === "dropped") && <Badge>{t(`history.${change.status}`)}</Badge>}
        {change.status === "applied" && <UndoButton change={change} />}
        <time dateTime={change.ts} title={format.moment(change.ts)} className="w-16 text-right whitespace-nowrap text-xs text-muted tabular-nums max-sm:hidden">
          {format.time(change.ts)}
        </time>
      </span>
    </div>
  );
}
