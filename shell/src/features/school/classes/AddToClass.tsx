import { ClipboardList, Plus, UserPlus } from "lucide-react";
import { useState } from "react";

import type { SchoolNome } from "@/api";
import { useT } from "@/i18n";
import { MenuButton } from "@/ui";
import { NewStudentDialog } from "./NewStudentDialog";
import { NewTestDialog } from "./NewTestDialog";

/** Adds somebody to a class, or a test as a new column of its table. */
export function AddToClass({ turma, materias }: { readonly turma: string; readonly materias: readonly SchoolNome[] }) {
  const t = useT();
  const [open, setOpen] = useState<"student" | "test" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <MenuButton
        text
        icon={Plus}
        align="end"
        label={t("school.add")}
        items={[
          { id: "test", label: t("school.test.add"), icon: ClipboardList, onSelect: () => setOpen("test") },
          { id: "student", label: t("school.student.add"), icon: UserPlus, onSelect: () => setOpen("student") },
        ]}
      />
      {open === "student" && <NewStudentDialog turma={turma} onClose={close} />}
      {open === "test" && <NewTestDialog turma={turma} materias={materias} onClose={close} />}
    </>
  );
}
