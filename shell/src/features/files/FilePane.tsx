import { Download, FileQuestion, MessageSquarePlus } from "lucide-react";
import { useLocation } from "wouter";

import { fileUrl, isProblem, type Project, useFile } from "@/api";
import { projectNameOf, useI18n } from "@/i18n";
import { Trouble } from "@/stage";
import { useComposer } from "@/state";
import { Button, EmptyState, RelativeTime, Skeleton, Tabs } from "@/ui";
import { addressOf } from "./address";
import { Crumbs } from "./Crumbs";
import { FileContent } from "./FileContent";
import { FileHistory } from "./FileHistory";
import { nameIn } from "./tree";

interface FilePaneProps {
  readonly project: Project;
  readonly path: string;
  readonly view: "content" | "history";
}

/** One file: what stands in it, what happened to it, and what one can do with it. */
export function FilePane({ project, path, view }: FilePaneProps) {
  const { t, format } = useI18n();
  const [, navigate] = useLocation();
  const { data: file, error, refetch } = useFile(project.id, path);
  const reachable = file !== undefined && file.kind !== "secret";
  const bring = () =>
    useComposer.getState().bring({ ref: `file:${project.id}/${path}`, title: path, mime: file?.mime ?? null, size: file?.size ?? null });
  return (
    <section aria-label={nameIn(path)} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Crumbs project={project.id} name={projectNameOf(project, t)} path={path} />
        {reachable && (
          <span className="flex items-center gap-2">
            <a
              href={fileUrl(project.id, path, { download: true })}
              download={nameIn(path)}
              aria-label={t("files.download")}
              title={t("files.download")}
              className="inline-flex size-7 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-fg"
            >
              <Download aria-hidden className="size-4" />
            </a>
            <Button icon={MessageSquarePlus} onClick={bring}>
              {t("files.attach")}
            </Button>
          </span>
        )}
      </div>
      <Tabs<"content" | "history">
        label={t("files.views")}
        value={view}
        tabs={[
          { value: "content", label: t("files.view.content") },
          { value: "history", label: t("files.view.history") },
        ]}
        onChange={(next) => navigate(addressOf(project.id, path, next === "history" ? next : undefined), { replace: true })}
        className="flex flex-col items-start gap-3 [&>[role=tabpanel]]:w-full"
      >
        {view === "history" ? (
          <FileHistory project={project.id} path={path} />
        ) : file !== undefined ? (
          <>
            <FileContent project={project.id} file={file} />
            <p className="mt-2 text-xs text-muted tabular-nums">
              {format.bytes(file.size)}
              {file.modified_at && (
                <>
                  {" · "}
                  {t("files.changed")} <RelativeTime iso={file.modified_at} />
                </>
              )}
            </p>
          </>
        ) : isProblem(error, "not_found") ? (
          <EmptyState icon={FileQuestion} title={t("files.missing")}>
            {t("files.missing.about")}
          </EmptyState>
        ) : error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-64 w-full rounded-md" />
        )}
      </Tabs>
    </section>
  );
}
