import { CalendarCheck, ClipboardList, Plus, UserPlus } from "lucide-react";
import { useState } from "react";

import type { SchoolNome } from "@/api";
import { useT } from "@/i18n";
import { Button, MenuButton } from "@/ui";
import { NewStudentDialog } from "./NewStudentDialog";
import { NewTestDialog } from "./NewTestDialog";
import { RegisterDialog } from "./RegisterDialog";

/** Takes the register of a class; adds somebody to it, or a test as a new column of its table. */
export function AddToClass({ turma, materias }: { readonly turma: string; readonly materias: readonly SchoolNome[] }) {
  const t = useT();
  const [open, setOpen] = useState<"register" | "student" | "test" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button icon={CalendarCheck} onClick={() => setOpen("register")}>
        {t("school.register")}
      </Button>
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
      {open === "register" && <RegisterDialog turma={turma} materias={materias} onClose={close} />}
      {open === "student" && <NewStudentDialog turma={turma} onClose={close} />}
      {open === "test" && <NewTestDialog turma={turma} materias={materias} onClose={close} />}
    </>
  );
}
