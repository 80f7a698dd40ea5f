import { Link } from "wouter";

import { type Change, usePersonas } from "@/api";
import { UndoButton } from "@/decisions";
import { nameOf, useT } from "@/i18n";
import { classes, RelativeTime } from "@/ui";

/** One change: what, by whom, when, and its way back. Leads to its page. */
export function HistoryRow({ change }: { readonly change: Change }) {
  const t = useT();
  const { data: agents = [] } = usePersonas();
  const agent = agents.find(({ id }) => id === change.actor.id);
  const who = change.actor.type === "user" ? t("chat.you") : agent ? nameOf(agent, t) : change.actor.id;
  return (
    <div className="flex min-h-11 items-center gap-2 py-1 pr-2 pl-3.5">
      <Link href={`/history/${change.id}`} className="group min-w-0 flex-1 rounded-sm">
        <span
          title={change.entity}
          className={classes("block truncate text-sm group-hover:underline", change.undone_by !== null && "text-muted line-through")}
        >
          {change.title}
        </span>
        <span className="flex gap-1 text-2xs text-muted">
          {who} · <RelativeTime iso={change.ts} />
        </span>
      </Link>
      <UndoButton change={change} />
    </div>
  );
}
