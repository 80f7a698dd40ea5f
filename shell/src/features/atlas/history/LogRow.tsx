import { ChevronRight, FileUp, Filter, type LucideIcon, Pencil, Plus, SquareArrowOutUpRight, Trash2, Undo2 } from "lucide-react";
import { useId, useState } from "react";
import { useLocation } from "wouter";

import { type AtlasLogEntry, usePersonas } from "@/api";
import { AppFields, UndoButton } from "@/decisions";
import { nameOf, useI18n } from "@/i18n";
import { classes, IconButton } from "@/ui";
import { itemPath, partPath } from "../paths";
import { deedOf, itemOf } from "./log";

const ICONS: Readonly<Record<ReturnType<typeof deedOf>, LucideIcon>> = { create: Plus, update: Pencil, delete: Trash2, import: FileUp, undo: Undo2 };

interface LogRowProps {
  readonly entry: AtlasLogEntry;
  /** Narrows the list to the item of this entry; left out where it is so already. */
  readonly onOnly?: (item: string) => void;
}

/** One change: what, by whom, when; unfolded, each field before and after. And the way back. */
export function LogRow({ entry, onOnly }: LogRowProps) {
  const { t, format } = useI18n();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [, go] = useLocation();
  const { data: agents = [] } = usePersonas();
  const deed = deedOf(entry);
  const Icon = ICONS[deed];
  const item = itemOf(entry);
  const href = /^emp-\d+$/.test(item) ? partPath("dashboard", item) : itemPath(item);
  const undone = entry.undone_by != null;
  const agent = agents.find((each) => each.id === entry.by);
  const who = agent ? nameOf(agent, t) : entry.by === "owner" || entry.by === "user" ? t("atlas.history.you") : entry.by === "system" ? t("atlas.history.system") : entry.by;
  const unfolds = entry.fields.length > 0;
  const words = (
    <>
      <span className={classes("text-sm break-words", undone ? "text-muted line-through" : "text-fg")}>{deed === "undo" ? t("atlas.history.undid", { title: entry.title }) : entry.title}</span>
      <span className="text-xs text-muted tabular-nums">
        {who} · <time dateTime={entry.at} title={format.moment(entry.at)}>{format.time(entry.at)}</time>
        {entry.count > 1 && ` · ${t("atlas.history.rows", { count: entry.count })}`}
        <span className="font-mono text-2xs"> · {item}</span>
      </span>
    </>
  );
  return (
    <div>
      <div className={classes("relative flex min-h-12 items-center gap-3 py-1.5 pr-3 pl-4", unfolds && "transition-colors duration-100 hover:bg-hover")}>
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        {unfolds ? (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="flex min-w-0 flex-1 items-center gap-2 text-left outline-none after:absolute after:inset-0 focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            <span className="flex min-w-0 flex-1 flex-col">{words}</span>
            <ChevronRight aria-hidden className={classes("size-3.5 shrink-0 text-muted transition-transform duration-100", open && "rotate-90")} />
          </button>
        ) : (
          <span className="flex min-w-0 flex-1 flex-col">{words}</span>
        )}
        <span className="relative z-10 flex shrink-0 items-center gap-1">
          <span className="flex gap-1 max-sm:hidden">
            {onOnly && <IconButton size="sm" icon={Filter} label={t("atlas.history.only")} onClick={() => onOnly(item)} />}
            {href ? <IconButton size="sm" icon={SquareArrowOutUpRight} label={t("atlas.history.open", { item })} onClick={() => go(href)} /> : <span className="w-6" />}
          </span>
          <UndoButton again={deed === "undo"} change={{ id: entry.change, undoes: null, undone_by: entry.undone_by ?? null, undo: { possible: entry.can_undo, reason: null } }} />
        </span>
      </div>
      {open && (
        <div id={id} className="animate-rise border-t border-line bg-panel py-2.5 pr-4 pl-11">
          <AppFields
            fresh={deed === "create"}
            fields={entry.fields.map(({ name, before = null, after = null }) => ({ name: String(name), before, after, note: null }))}
          />
        </div>
      )}
    </div>
  );
}
