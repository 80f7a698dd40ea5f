import { Bot, ListTree } from "lucide-react";
import { Link } from "wouter";

import type { WorkflowSummary } from "@/api";
import { GraphPicture } from "@/graphs";
import { useT } from "@/i18n";
import { dotOf } from "@/runs";
import { Badge, Card, RelativeTime, StatusDot } from "@/ui";
import { WorkflowMenu } from "./WorkflowMenu";

/** One workflow: a small picture, its name, a line about it, how many steps it has and how it went last. */
export function WorkflowCard({ summary }: { readonly summary: WorkflowSummary }) {
  const t = useT();
  const { workflow, steps, last_run: last } = summary;
  return (
    <Card className="relative flex w-full flex-col overflow-hidden transition-colors duration-100 focus-within:border-line-strong hover:border-line-strong">
      <div className="grid h-24 place-items-center overflow-hidden border-b border-line bg-panel px-4">
        <GraphPicture graph={workflow.graph} size="small" className="max-h-16 max-w-full" />
      </div>
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex items-start gap-2">
          <h2 className="min-w-0 flex-1 pt-1 text-md leading-5 font-semibold">
            <Link href={`/workflows/${workflow.id}`} className="block truncate after:absolute after:inset-0 after:rounded-lg">
              {workflow.title}
            </Link>
          </h2>
          <div className="relative z-10 -mr-1.5">
            <WorkflowMenu workflow={workflow} />
          </div>
        </div>
        <p className="line-clamp-2 min-h-10 text-sm text-muted">{workflow.description || t("workflows.undescribed")}</p>
        <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
          <span className="inline-flex items-center gap-1.5">
            <ListTree aria-hidden className="size-3.5 shrink-0" />
            {t("words.steps", { count: steps })}
          </span>
          <span className="inline-flex items-center gap-1.5">
            <StatusDot status={last ? dotOf(last.status) : "idle"} />
            {last ? (
              <>
                {t(`status.${last.status}`)} · <RelativeTime iso={last.started_at} />
              </>
            ) : (
              t("workflows.never")
            )}
          </span>
          {workflow.created_by === "agent" && (
            <Badge>
              <Bot aria-hidden className="size-3" />
              {t("workflows.by.agent")}
            </Badge>
          )}
        </div>
      </div>
    </Card>
  );
}
