import { Bot, CircleAlert, TriangleAlert } from "lucide-react";
import { Link } from "wouter";

import type { ResidentView } from "@/api";
import { useT } from "@/i18n";
import { Badge } from "@/ui";
import { isUnread, pathOf } from "./places";
import { Scope } from "./Scope";

/** One agent: what it is for, where it may write and what that reaches today. Leads to its page. */
export function AgentRow({ agent }: { readonly agent: ResidentView }) {
  const t = useT();
  const grave = agent.notes.some(({ severity }) => severity === "error");
  const NoteIcon = grave ? CircleAlert : TriangleAlert;
  return (
    <div className="relative flex items-start gap-3 px-4 py-2.5 transition-colors duration-100 hover:bg-hover">
      <Bot aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Link
          href={pathOf(agent)}
          className="min-w-0 text-sm font-medium break-words text-fg outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {agent.id}
        </Link>
        {agent.description && <p className="line-clamp-2 text-xs break-words text-muted">{agent.description}</p>}
        {!isUnread(agent) && (
          <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1">
            <Scope globs={agent.scope} />
            {agent.reaches != null && agent.scope.length > 0 && (
              <span className="text-xs text-muted">{t("conductor.reaches", { count: agent.reaches })}</span>
            )}
          </div>
        )}
      </div>
      <span className="flex shrink-0 flex-col items-end gap-1 sm:flex-row sm:items-center">
        {agent.notes.length > 0 && (
          <Badge tone={grave ? "bad" : "warn"}>
            <NoteIcon aria-hidden className="size-3" />
            {t("conductor.notes.count", { count: agent.notes.length })}
          </Badge>
        )}
        {agent.on_write && agent.scope.length > 0 && <Badge>{t(`conductor.onwrite.${agent.on_write}.short`)}</Badge>}
        {agent.exec !== "off" && <Badge>{t(`conductor.exec.${agent.exec}.short`)}</Badge>}
      </span>
    </div>
  );
}
