import { Link } from "wouter";

import type { Change, Preview } from "@/api";
import { appPlaceOf, UndoButton } from "@/decisions";
import { useT } from "@/i18n";
import { Fold, Way } from "@/stage";
import { Badge, Diff, StatusDot } from "@/ui";

interface ChangeRowProps {
  readonly change: Change;
  readonly preview: Extract<Preview, { type: "diff" }> | undefined;
}

/** One change: what, whether it still stands, what it looked like, and Undo. */
export function ChangeRow({ change, preview }: ChangeRowProps) {
  const t = useT();
  const applied = change.status === "applied";
  const place = appPlaceOf(change);
  const status = change.undone_by !== null ? "off" : applied ? "ok" : "warn";
  return (
    <div className="flex flex-col gap-1.5 px-4 py-2.5 text-sm">
      <div className="flex items-center gap-3">
        <StatusDot status={status} />
        <span className="min-w-0 flex-1">
          <Link href={`/history/${change.id}`} className="block truncate rounded-sm text-fg underline-offset-2 hover:underline">
            {change.title}
          </Link>
          <span className="block truncate font-mono text-2xs text-muted">{place === undefined ? change.entity : <Way href={place}>{change.entity}</Way>}</span>
        </span>
        {change.status === "unknown" && <Badge tone="warn">{t("activity.changes.unknown")}</Badge>}
        {applied && change.undo.possible && <UndoButton change={change} />}
      </div>
      {!change.undo.possible && change.undo.reason !== null && (
        <p className="pl-[22px] text-xs text-muted">{t("activity.changes.fixed", { reason: change.undo.reason })}</p>
      )}
      {preview && (
        <div className="pl-[22px]">
          <Fold title={t("activity.changes.show")}>
            <Diff path={preview.path} diff={preview.diff} isNew={preview.is_new} />
          </Fold>
        </div>
      )}
    </div>
  );
}
