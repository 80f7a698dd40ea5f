import { FolderTree } from "lucide-react";
import { useState } from "react";
import { useLocation, useParams, useSearch } from "wouter";

import { isProblem, type Project, useProject, useProjects } from "@/api";
import { projectNameOf, useT } from "@/i18n";
import { Page, RowsSkeleton, Trouble, useSettled } from "@/stage";
import { Card, EmptyState, SearchField, Select } from "@/ui";
import { addressOf, shownAt } from "./address";
import { FilePane } from "./FilePane";
import { FileTree } from "./FileTree";
import { FolderPane } from "./FolderPane";
import { Found } from "./Found";

/** Files: the workspace of a project, its folders, what stands in a file and what happened to it. */
export function FilesScreen() {
  const t = useT();
  const { project: id = "home" } = useParams<{ project?: string }>();
  const { data: project, error, refetch } = useProject(id);
  if (project !== undefined) return <Browser key={project.id} project={project} />;
  return (
    <Page wide title={t("files.title")} about={t("files.about")}>
      {isProblem(error, "not_found") ? (
        <EmptyState icon={FolderTree} title={t("files.project.missing")} />
      ) : error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton count={6} />
      )}
    </Page>
  );
}

function Browser({ project }: { readonly project: Project }) {
  const t = useT();
  const [, navigate] = useLocation();
  const { file, folder, view } = shownAt(useSearch());
  const { data: projects } = useProjects();
  const [words, setWords] = useState("");
  const sought = useSettled(words.trim(), 200);
  const shown = file ?? (folder === "" ? "" : `${folder}/`);
  return (
    <Page
      wide
      title={t("files.title")}
      about={t("files.about")}
      aside={
        <div className="flex w-full flex-wrap gap-2 sm:w-auto">
          <div className="w-44 max-sm:flex-1">
            <Select
              label={t("files.project")}
              value={project.id}
              onChange={(next) => navigate(addressOf(next))}
              options={(projects ?? [{ project }]).map((each) => ({ value: each.project.id, label: projectNameOf(each.project, t) }))}
              className="w-full"
            />
          </div>
          <SearchField label={t("files.search")} value={words} onChange={setWords} className="w-56 max-sm:w-auto max-sm:flex-1" />
        </div>
      }
    >
      {words.trim() !== "" ? (
        <Found project={project.id} words={sought === "" ? words.trim() : sought} onChosen={() => setWords("")} />
      ) : (
        <div className="@container">
          <div className="grid items-start gap-5 @[680px]:grid-cols-[240px_minmax(0,1fr)]">
            {/* Where there is no room for both, the folder's own rows lead on. */}
            <Card className="sticky top-4 max-h-[calc(100dvh-7rem)] overflow-y-auto @max-[680px]:hidden">
              <FileTree project={project.id} shown={shown} />
            </Card>
            {file === undefined ? <FolderPane project={project} folder={folder} /> : <FilePane key={file} project={project} path={file} view={view} />}
          </div>
        </div>
      )}
    </Page>
  );
}
