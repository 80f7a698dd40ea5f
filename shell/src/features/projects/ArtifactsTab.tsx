import { Images, SearchX } from "lucide-react";
import { useCallback, useState } from "react";

import { type Artifact, type Project, useArtifacts } from "@/api";
import { GridSkeleton, Shelf, UploadButton, UploadRows, useUploads } from "@/artifacts";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { Button, DropZone, EmptyState, SearchField } from "@/ui";

/** What was made in a project, or added to it. */
export function ArtifactsTab({ project }: { readonly project: Project }) {
  const t = useT();
  const [words, setWords] = useState("");
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useArtifacts({ project: project.id, words });
  const artifacts = data?.pages.flatMap((page) => page.items);
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const hrefOf = useCallback(
    (artifact: Artifact) => `/artifacts/${artifact.id}?project=${encodeURIComponent(project.id)}&from=project`,
    [project.id],
  );
  return (
    <DropZone
      onFiles={(files) => useUploads.getState().add(files, project.id)}
      label={t("projects.drop")}
      className="flex min-h-64 flex-col gap-4"
    >
      <div className="flex flex-wrap gap-2">
        <SearchField label={t("artifacts.search")} value={words} onChange={setWords} className="min-w-48 flex-1" />
        <UploadButton project={project.id} tone="plain" />
      </div>
      <UploadRows />
      {artifacts === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <GridSkeleton count={4} />
        )
      ) : artifacts.length > 0 ? (
        <Shelf artifacts={artifacts} hrefOf={hrefOf} onEnd={more} />
      ) : words.trim() !== "" ? (
        <EmptyState
          icon={SearchX}
          title={t("artifacts.nothing")}
          action={<Button onClick={() => setWords("")}>{t("artifacts.nothing.action")}</Button>}
        />
      ) : (
        <EmptyState icon={Images} title={t("projects.artifacts.empty")}>
          {t("projects.artifacts.empty.about")}
        </EmptyState>
      )}
    </DropZone>
  );
}
