import { FolderTree, FolderX, Layers, Lock, ShieldCheck, ShieldQuestion } from "lucide-react";
import { useId } from "react";
import { Link } from "wouter";

import type { ConductorProject, EnvironmentView } from "@/api";
import { useT } from "@/i18n";
import { Badge, classes } from "@/ui";
import { AgentRow } from "./AgentRow";

/** An environment with its projects and their agents. A protected one has a red edge, a lock and the word. */
export function EnvironmentCard({ environment }: { readonly environment: EnvironmentView }) {
  const t = useT();
  const id = useId();
  const Icon = environment.protected ? Lock : Layers;
  return (
    <section
      aria-labelledby={id}
      data-protected={environment.protected || undefined}
      className={classes(
        "overflow-hidden rounded-lg border bg-raised shadow-raised",
        environment.protected ? "border-danger border-l-4" : "border-line",
      )}
    >
      <header className={classes("flex flex-wrap items-center gap-x-2.5 gap-y-1 px-4 py-2.5", environment.protected && "bg-bad-soft")}>
        <Icon aria-hidden className={classes("size-4 shrink-0", environment.protected ? "text-bad-text" : "text-muted")} />
        <h2 id={id} className="text-md font-semibold text-fg">
          {environment.name}
        </h2>
        {environment.protected && (
          <span className="rounded-sm bg-danger px-1.5 text-2xs leading-[18px] font-semibold tracking-wide text-on-danger uppercase">{t("words.protected")}</span>
        )}
        {!environment.exists && <Badge tone="warn">{t("conductor.root.missing")}</Badge>}
        <span className="min-w-0 flex-1 truncate text-right font-mono text-2xs text-muted max-sm:basis-full max-sm:text-left" title={environment.root}>
          {environment.root}
        </span>
      </header>
      {environment.projects.map((project) => (
        <ProjectBlock key={project.key} project={project} />
      ))}
      {environment.projects.length === 0 && <p className="border-t border-line px-4 py-3 text-sm text-muted">{t("conductor.projects.none")}</p>}
    </section>
  );
}

function ProjectBlock({ project }: { readonly project: ConductorProject }) {
  const t = useT();
  const Trust = project.trusted ? ShieldCheck : ShieldQuestion;
  return (
    <div className="border-t border-line">
      <div className="flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-1 bg-panel px-4 py-1.5">
        <h3 className="text-xs font-semibold text-fg">{project.key}</h3>
        {!project.exists && (
          <Badge tone="warn">
            <FolderX aria-hidden className="size-3" />
            {t("conductor.folder.missing")}
          </Badge>
        )}
        {project.exists && (
          <span className="inline-flex items-center gap-1 text-2xs text-muted">
            <Trust aria-hidden className="size-3" />
            {t(project.trusted ? "conductor.trusted" : "conductor.untrusted")}
          </span>
        )}
        <span className="min-w-0 flex-1 truncate font-mono text-2xs text-muted" title={project.root}>
          {project.root}
        </span>
        {project.exists && project.project != null && (
          <Link href={`/files/${project.project}`} className="inline-flex items-center gap-1 rounded-sm text-xs text-accent-text underline-offset-2 hover:underline">
            <FolderTree aria-hidden className="size-3.5" />
            {t("conductor.files")}
          </Link>
        )}
      </div>
      <div className="divide-y divide-line border-t border-line">
        {project.agents.map((agent) => (
          <AgentRow key={agent.id} agent={agent} />
        ))}
      </div>
      {project.agents.length === 0 && <p className="px-4 py-2.5 text-sm text-muted">{t("conductor.agents.none")}</p>}
    </div>
  );
}
