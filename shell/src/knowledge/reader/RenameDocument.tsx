import { type KnowledgeDocument, useEditDocument } from "@/api";
import { useT } from "@/i18n";
import { NameDialog } from "../NameDialog";

/** Gives a document another title. */
export function RenameDocument({ document, onClose }: { readonly document: KnowledgeDocument; readonly onClose: () => void }) {
  const t = useT();
  const edit = useEditDocument();
  return (
    <NameDialog
      title={t("reader.rename.title")}
      label={t("reader.rename.label")}
      action={t("words.rename")}
      name={document.title}
      busy={edit.isPending}
      error={edit.error}
      onName={(title) => edit.mutate({ id: document.id, title }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
