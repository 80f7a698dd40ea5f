import { Library } from "lucide-react";

import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { DropZone, EmptyState, toast } from "@/ui";
import { AddDocuments } from "./AddDocuments";
import { DocumentGrid } from "./DocumentGrid";
import { DocumentsSkeleton } from "./DocumentsSkeleton";
import { SendingRows } from "./SendingRows";
import { useSending } from "./sending";
import { useDocumentList } from "./useDocuments";

/** The documents of a project: look through, add, open. */
export function ProjectKnowledge({ project }: { readonly project: string }) {
  const t = useT();
  const { documents, error, retry, more } = useDocumentList({ project });
  const add = (files: readonly File[], isCut: boolean) => {
    useSending.getState().add(files, { project });
    if (isCut) toast(t("knowledge.drop.cut", { count: files.length }));
  };
  return (
    <DropZone folders onFiles={add} label={t("knowledge.drop")} className="flex min-h-64 flex-col gap-4">
      <div className="flex justify-end">
        <AddDocuments place={{ project }} tone="plain" />
      </div>
      <SendingRows />
      {documents === undefined ? (
        error ? <Trouble error={error} onRetry={retry} /> : <DocumentsSkeleton count={4} />
      ) : documents.length === 0 ? (
        <EmptyState icon={Library} title={t("knowledge.empty.project")}>
          {t("knowledge.empty.about")}
        </EmptyState>
      ) : (
        <DocumentGrid documents={documents} onEnd={more} />
      )}
    </DropZone>
  );
}
