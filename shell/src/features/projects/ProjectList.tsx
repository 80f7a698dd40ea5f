import { FolderKanban, Plus, SearchX } from "lucide-react";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";

import { useProjects } from "@/api";
import { useT } from "@/i18n";
import { Page, Trouble } from "@/stage";
import { Button, EmptyState, SearchField, Skeleton } from "@/ui";
import { NewProjectDialog } from "./NewProjectDialog";
import { ProjectCard } from "./ProjectCard";
import { withWords } from "./projects";

/** A search is worth its room only where there is something to lose sight of. */
const MANY = 8;

/** Every project, the last used first. */
export function ProjectList() {
  const t = useT();
  const [, navigate] = useLocation();
  // `?new` comes from the palette: the address is what is open.
  const making = new URLSearchParams(useSearch()).has("new");
  const make = (open: boolean) => navigate(open ? "/projects?new" : "/projects", { replace: true });
  const [words, setWords] = useState("");
  const { data: all, error, refetch } = useProjects();
  const shown = withWords(all ?? [], words, t);
  const lone = all?.length === 1;
  return (
    <Page
      wide
      title={t("projects.title")}
      about={t("projects.about")}
      aside={
        <Button tone="primary" icon={Plus} onClick={() => make(true)}>
          {t("projects.new")}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {all && all.length > MANY && (
          <SearchField label={t("projects.search")} value={words} onChange={setWords} className="max-w-80" />
        )}
        {all === undefined ? (
          error ? (
            <Trouble error={error} onRetry={() => void refetch()} />
          ) : (
            <div role="status" aria-label={t("words.loading")} className={GRID}>
              {Array.from({ length: 3 }, (_, index) => (
                <Skeleton key={index} className="h-32 rounded-lg" />
              ))}
            </div>
          )
        ) : (
          <ul aria-label={t("projects.list")} className={GRID}>
            {shown.map((summary) => (
              <li key={summary.project.id} className="min-w-0">
                <ProjectCard summary={summary} />
              </li>
            ))}
          </ul>
        )}
        {all && all.length > 0 && shown.length === 0 && (
          <EmptyState
            icon={SearchX}
            title={t("projects.nothing")}
            action={<Button onClick={() => setWords("")}>{t("projects.nothing.action")}</Button>}
          />
        )}
        {lone && (
          <EmptyState
            icon={FolderKanban}
            title={t("projects.empty")}
            action={<Button onClick={() => make(true)}>{t("projects.empty.action")}</Button>}
          >
            {t("projects.empty.about")}
          </EmptyState>
        )}
      </div>
      <NewProjectDialog open={making} onClose={() => make(false)} />
    </Page>
  );
}

const GRID = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,260px),1fr))] gap-3";
