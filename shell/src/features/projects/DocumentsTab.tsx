import { FileText, FolderTree } from "lucide-react";
import { Link } from "wouter";

import { type Project, useDocuments } from "@/api";
import { useI18n } from "@/i18n";
import { Rows, RowsSkeleton, Trouble } from "@/stage";
import { useComposer } from "@/state";
import { Button, EmptyState, Row } from "@/ui";

/** The texts in a project's folder, each opened among its files. */
export function DocumentsTab({ project }: { readonly project: Project }) {
  const { t, format } = useI18n();
  const { data, error, refetch } = useDocuments(project.id);
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  if (data.length === 0) {
    const begin = () => {
      useComposer.getState().begin({ project: project.id, agent: project.agent ?? undefined });
      useComposer.getState().fill(t("projects.documents.empty.ask"));
    };
    return (
      <EmptyState icon={FileText} title={t("projects.documents.empty")} action={<Button onClick={begin}>{t("projects.documents.empty.action")}</Button>}>
        {t("projects.documents.empty.about")}
      </EmptyState>
    );
  }
  const base = `/files/${encodeURIComponent(project.id)}`;
  return (
    <div className="flex flex-col gap-3">
      <Rows label={t("projects.tab.documents")}>
        {data.map(({ path, size }) => (
          <Row
            key={path}
            href={`${base}?${new URLSearchParams({ path }).toString()}`}
            leading={<FileText aria-hidden className="size-4 shrink-0 text-muted" />}
            title={path}
            trailing={format.bytes(size)}
          />
        ))}
      </Rows>
      <Link href={base} className="inline-flex items-center gap-1.5 self-start rounded-sm text-xs text-muted underline-offset-2 hover:text-fg hover:underline">
        <FolderTree aria-hidden className="size-3.5" />
        {t("projects.documents.files")}
      </Link>
    </div>
  );
}
