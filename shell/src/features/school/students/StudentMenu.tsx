import { Download, Ellipsis, MessageSquareText, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { HandDialog } from "@/decisions";
import { useT } from "@/i18n";
import { useUndoToast } from "@/stage";
import { useComposer } from "@/state";
import { Button, MenuButton } from "@/ui";
import { pathTo } from "../paths";
import { useExport } from "./useExport";

interface StudentMenuProps {
  readonly id: string;
  readonly nome: string;
  readonly turma: string | undefined;
}

/** What can be done with a student's data: a comment for the report card, all of it as a file, or gone for good. */
export function StudentMenu({ id, nome, turma }: StudentMenuProps) {
  const t = useT();
  const [, go] = useLocation();
  const told = useUndoToast();
  const fill = useComposer((composer) => composer.fill);
  const [erasing, erase] = useState(false);
  const exported = useExport(id);
  return (
    <>
      <Button icon={MessageSquareText} onClick={() => fill(t("school.student.comment.ask", { name: nome }))}>
        {t("school.student.comment")}
      </Button>
      <MenuButton
        icon={Ellipsis}
        align="end"
        label={t("school.student.more")}
        items={[
          { id: "export", label: t("school.student.export"), icon: Download, onSelect: exported },
          { id: "erase", label: t("school.student.erase"), icon: Trash2, danger: true, separated: true, onSelect: () => erase(true) },
        ]}
      />
      <HandDialog
        open={erasing}
        capability="school.apagar_aluno"
        params={{ aluno_id: id }}
        title={t("school.student.erase.title", { name: nome })}
        onClose={(outcome) => {
          erase(false);
          if (!outcome) return;
          if (outcome.change !== undefined) told(t("school.student.erased", { name: nome }), outcome.change);
          go(turma === undefined ? "/school" : pathTo("turmas", turma));
        }}
      />
    </>
  );
}
