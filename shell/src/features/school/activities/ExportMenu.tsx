import { Archive, Download, FileText, FileType2, ListChecks, Shuffle } from "lucide-react";

import { type DocumentWish, schoolDocumentUrl } from "@/api";
import { useAct } from "@/apps";
import { useT } from "@/i18n";
import { MenuButton, type MenuItem, toast } from "@/ui";

type Wish = Omit<DocumentWish, "ref">;

/** An activity as a file: for students, for the teacher, in several versions, for Word and for Moodle. */
export function ExportMenu({ reference }: { readonly reference: string }) {
  const t = useT();
  const act = useAct("school");
  const save = (wish: Wish) => {
    const link = document.createElement("a");
    link.href = schoolDocumentUrl({ ref: reference, ...wish });
    link.download = "";
    link.click();
  };
  const item = (id: string, label: string, icon: MenuItem["icon"], wish: Wish, separated = false): MenuItem => ({ id, label, icon, separated, onSelect: () => save(wish) });
  return (
    <MenuButton
      label={t("school.export")}
      icon={Download}
      align="end"
      items={[
        item("pdf", t("school.export.pdf"), FileText, { formato: "pdf" }),
        item("pdf-teacher", t("school.export.pdf.teacher"), ListChecks, { formato: "pdf", versao: "professor" }),
        item("pdf-two", t("school.export.pdf.two"), Shuffle, { formato: "pdf", variantes: 2 }),
        item("docx", t("school.export.docx"), FileType2, { formato: "docx" }, true),
        item("docx-teacher", t("school.export.docx.teacher"), FileType2, { formato: "docx", versao: "professor" }),
        item("gift", t("school.export.gift"), Download, { formato: "gift", versao: "professor" }, true),
        item("moodle", t("school.export.moodle"), Download, { formato: "moodle_xml", versao: "professor" }),
        {
          id: "keep",
          label: t("school.export.keep"),
          icon: Archive,
          separated: true,
          onSelect: () => void act("school.exportar_documento", { ref: reference, formato: "pdf", versao: "aluno" }, t("school.export.kept")).then((done) => done && toast.success(t("school.export.kept"))),
        },
      ]}
    />
  );
}
