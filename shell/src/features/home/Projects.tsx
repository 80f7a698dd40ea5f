import { Folder } from "lucide-react";

import type { Project } from "@/api";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Card } from "@/ui";

/** What the first project is called before anybody renames it. */
const HOME_NAMES = new Set(["Home", "Início"]);

function isUnnamed(project: Project): boolean {
  return project.id === "home" && HOME_NAMES.has(project.name);
}

/** The places agents work in. */
export function Projects({ projects }: { readonly projects: readonly Project[] }) {
  const t = useT();
  if (projects.length === 0) return null;
  return (
    <Section title={t("home.projects")}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-2.5">
        {projects.map((project) => (
          <li key={project.id}>
            <Card className="flex flex-col gap-1 p-3.5">
              <span className="flex items-center gap-2 text-sm font-medium text-fg">
                <Folder aria-hidden className="size-4 shrink-0 text-muted" />
                <span className="truncate">{isUnnamed(project) ? t("home.project") : project.name}</span>
              </span>
              <span className="truncate font-mono text-2xs text-muted" title={project.root}>
                {project.root}
              </span>
            </Card>
          </li>
        ))}
      </ul>
    </Section>
  );
}
