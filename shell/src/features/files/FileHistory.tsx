import { History } from "lucide-react";
import { Link } from "wouter";

import { type Change, useChangeDiff, useFileHistory, usePersonas, useProposals } from "@/api";
import { UndoButton } from "@/decisions";
import { ProposalCard } from "@/decisions/proposals/ProposalCard";
import { nameOf, residentName, useI18n } from "@/i18n";
import { Fold, Rows, RowsSkeleton, Trouble } from "@/stage";
import { Badge, classes, Diff, EmptyState, RelativeTime, Skeleton } from "@/ui";

/** What happened to a file: who, when, what exactly, and the way back. */
export function FileHistory({ project, path }: { readonly project: string; readonly path: string }) {
  const { t } = useI18n();
  const { data: changes, error, refetch } = useFileHistory(project, path);
  const { data: proposed = [] } = useProposals({ entity: `file:${project}/${path}` });
  if (changes === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton count={3} />;
  const done = changes.filter(({ status }) => status === "applied" || status === "unknown");
  if (done.length + proposed.length === 0) return <EmptyState icon={History} title={t("files.history.none")}>{t("files.history.none.about")}</EmptyState>;
  return (
    <div className="flex flex-col gap-4">
      {proposed.map((change) => (
        <ProposalCard key={change.id} change={change} who={residentName(change.actor.id)} />
      ))}
      {done.length > 0 && (
        <Rows label={t("files.history")}>
          {done.map((change) => (
            <Happened key={change.id} change={change} path={path} />
          ))}
        </Rows>
      )}
    </div>
  );
}

function Happened({ change, path }: { readonly change: Change; readonly path: string }) {
  const { t } = useI18n();
  const { data: agents = [] } = usePersonas();
  const agent = agents.find(({ id }) => id === change.actor.id);
  const names = { user: t("files.you"), system: t("files.system"), agent: agent ? nameOf(agent, t) : residentName(change.actor.id) };
  return (
    <div className="flex flex-col gap-1.5 px-4 py-2.5 text-sm">
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1">
          <Link
            href={`/history/${change.id}`}
            className={classes("block truncate rounded-sm leading-6 underline-offset-2 hover:underline", change.undone_by === null ? "text-fg" : "text-muted line-through")}
          >
            {change.title}
          </Link>
          <span className="flex flex-wrap gap-x-1.5 text-xs leading-6 text-muted">
            <span>{names[change.actor.type]}</span>·<RelativeTime iso={change.ts} />
            {change.run !== null && (
              <>
                ·
                <Link href={`/activity/${change.run}`} className="rounded-sm text-accent-text underline-offset-2 hover:underline">
                  {t("files.history.run")}
                </Link>
              </>
            )}
          </span>
        </span>
        {change.status === "applied" ? <UndoButton change={change} /> : <Badge tone="warn">{t("files.history.unclear")}</Badge>}
      </div>
      <Fold title={t("files.history.diff")}>
        <Lines id={change.id} path={path} isNew={change.before === null} />
      </Fold>
    </div>
  );
}

function Lines({ id, path, isNew }: { readonly id: string; readonly path: string; readonly isNew: boolean }) {
  const { t } = useI18n();
  const { data, error, refetch } = useChangeDiff(id);
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-16 w-full" />;
  return data.text ? <Diff path={path} diff={data.text} isNew={isNew} /> : <p className="text-xs text-muted">{t("files.history.unread")}</p>;
}
