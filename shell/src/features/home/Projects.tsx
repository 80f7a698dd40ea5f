import { Folder } from "lucide-react";
import { Link } from "wouter";

import type { Project } from "@/api";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { More } from "./More";

/** What the first project is called before anybody renames it. */
const HOME_NAMES = new Set(["Home", "Início"]);

/** As many as stand in two rows. */
const MOST = 6;

function isUnnamed(project: Project): boolean {
  return project.id === "home" && HOME_NAMES.has(project.name);
}

/** The places agents work in. */
export function Projects({ projects }: { readonly projects: readonly Project[] }) {
  const t = useT();
  if (projects.length === 0) return null;
  return (
    <Section title={t("home.projects")} aside={<More href="/projects" words={t("home.projects.all")} />}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-2.5">
        {projects.slice(0, MOST).map((project) => (
          <li key={project.id} className="min-w-0">
            <Link
              href={`/projects/${project.id}`}
              className="flex h-full min-h-[84px] flex-col justify-between gap-3 rounded-lg border border-line bg-raised p-3.5 shadow-raised transition-colors duration-100 hover:border-line-strong hover:bg-hover"
            >
              <span className="flex items-center gap-2 text-sm font-medium text-fg">
                <Folder aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
                <span className="truncate">{isUnnamed(project) ? t("home.project") : project.name}</span>
              </span>
              {project.description ? (
                <span className="line-clamp-2 text-xs text-muted">{project.description}</span>
              ) : (
                <span className="truncate font-mono text-2xs text-muted" title={project.root}>
                  {project.root}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
