import { Brain, Folder, Images, type LucideIcon, MessageSquare } from "lucide-react";
import { Link } from "wouter";

import type { ProjectSummary } from "@/api";
import { projectNameOf, useT } from "@/i18n";
import { RelativeTime } from "@/ui";

/** One project: what it is for, how much is in it, when it was last used. */
export function ProjectCard({ summary }: { readonly summary: ProjectSummary }) {
  const t = useT();
  const { project, conversations, artifacts, memories, used_at } = summary;
  return (
    <Link
      href={`/projects/${project.id}`}
      className="flex h-full min-h-32 flex-col gap-1.5 rounded-lg border border-line bg-raised p-4 shadow-raised transition-colors duration-100 hover:border-line-strong"
    >
      <span className="flex items-center gap-2">
        <Folder aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 truncate text-md font-medium text-fg">{projectNameOf(project, t)}</span>
      </span>
      {project.description ? (
        <span className="line-clamp-2 text-sm break-words text-muted">{project.description}</span>
      ) : (
        <span className="truncate font-mono text-2xs leading-5 text-muted" title={project.root}>
          {project.root}
        </span>
      )}
      <span className="mt-auto flex items-center gap-3 pt-2 text-xs text-muted tabular-nums">
        <Count icon={MessageSquare} label={t("projects.count.conversations", { count: conversations })} count={conversations} />
        <Count icon={Images} label={t("projects.count.artifacts", { count: artifacts })} count={artifacts} />
        <Count icon={Brain} label={t("projects.count.memories", { count: memories })} count={memories} />
        <RelativeTime iso={used_at} className="ml-auto truncate" />
      </span>
    </Link>
  );
}

interface CountProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly count: number;
}

function Count({ icon: Icon, label, count }: CountProps) {
  return (
    <span title={label} className="inline-flex items-center gap-1">
      <Icon aria-hidden className="size-3.5" />
      <span aria-hidden>{count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
