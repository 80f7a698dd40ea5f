import { GridSkeleton, Shelf, UploadButton, UploadRows, useUploads } from "@/artifacts";
import { useT } from "@/i18n";
import { Page, Trouble } from "@/stage";
import { DropZone } from "@/ui";
import { GalleryFilters } from "./GalleryFilters";
import { isNarrowed } from "./filters";
import { NoArtifacts } from "./NoArtifacts";
import { useGallery } from "./useGallery";

/** Everything that was made or added, to look through. */
export function Gallery() {
  const t = useT();
  const gallery = useGallery();
  const { artifacts, filters, error } = gallery;
  const project = filters.project === "" ? undefined : filters.project;
  const add = (files: readonly File[]) => useUploads.getState().add(files, project);
  return (
    <DropZone onFiles={add} label={t("artifacts.drop")} className="min-h-full">
      <Page wide title={t("artifacts.title")} about={t("artifacts.about")} aside={<UploadButton project={project} />}>
        <div className="flex flex-col gap-4">
          <GalleryFilters filters={filters} onChange={gallery.narrow} />
          <UploadRows />
          {artifacts === undefined ? (
            error ? (
              <Trouble error={error} onRetry={gallery.retry} />
            ) : (
              <GridSkeleton />
            )
          ) : artifacts.length === 0 && !gallery.hasMore ? (
            <NoArtifacts narrowed={isNarrowed(filters)} onClear={gallery.clear} />
          ) : (
            <Shelf artifacts={artifacts} hrefOf={gallery.hrefOf} onEnd={gallery.more} />
          )}
        </div>
      </Page>
    </DropZone>
  );
}
