import { File, FileLock, Folder, FolderOpen, FolderX } from "lucide-react";

import { isProblem, type Project, useFolders } from "@/api";
import { projectNameOf, useI18n } from "@/i18n";
import { Rows, RowsSkeleton, Trouble } from "@/stage";
import { useComposer } from "@/state";
import { Button, EmptyState, RelativeTime, Row } from "@/ui";
import { addressOf } from "./address";
import { Crumbs } from "./Crumbs";
import { isFolder } from "./tree";

/** One folder: what is in it, one a row. */
export function FolderPane({ project, folder }: { readonly project: Project; readonly folder: string }) {
  const { t, format } = useI18n();
  const [answer] = useFolders(project.id, [folder]);
  const fill = useComposer((composer) => composer.fill);
  const name = projectNameOf(project, t);
  return (
    <section aria-label={folder === "" ? name : folder} className="flex min-w-0 flex-col gap-3">
      <div className="flex min-h-7 items-center">
        <Crumbs project={project.id} name={name} path={folder === "" ? "" : `${folder}/`} />
      </div>
      {answer?.data !== undefined ? (
        answer.data.entries.length === 0 ? (
          <EmptyState icon={FolderOpen} title={t("files.folder.empty")} action={<Button onClick={() => fill(t("files.folder.ask"))}>{t("files.folder.action")}</Button>}>
            {t("files.folder.empty.about")}
          </EmptyState>
        ) : (
          <Rows label={t("files.folder")}>
            {answer.data.entries.map((entry) => {
              const Icon = isFolder(entry) ? Folder : entry.secret ? FileLock : File;
              return (
                <Row
                  key={entry.path}
                  leading={<Icon aria-hidden className="size-4 shrink-0 text-muted" />}
                  title={entry.name}
                  detail={entry.secret ? t("files.secret.mark") : undefined}
                  href={addressOf(project.id, isFolder(entry) ? `${entry.path}/` : entry.path)}
                  trailing={
                    <>
                      {entry.size != null && !isFolder(entry) && <span>{format.bytes(entry.size)}</span>}
                      {entry.modified_at && <RelativeTime iso={entry.modified_at} className="w-24 text-right max-sm:hidden" />}
                    </>
                  }
                />
              );
            })}
          </Rows>
        )
      ) : isProblem(answer?.error, "not_found") ? (
        <EmptyState icon={FolderX} title={t("files.folder.missing")} />
      ) : answer?.error ? (
        <Trouble error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <RowsSkeleton />
      )}
    </section>
  );
}
