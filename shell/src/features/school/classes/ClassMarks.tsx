import { FileUp, Table2, UserPlus } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import type { SchoolPaginaTurma } from "@/api";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Button, Card, EmptyState } from "@/ui";
import { MarksTable } from "../marks/MarksTable";
import { pathTo } from "../paths";
import { NewStudentDialog } from "./NewStudentDialog";

/** The table of marks; or, with nobody in the class yet, the ways to fill it. */
export function ClassMarks({ page }: { readonly page: SchoolPaginaTurma }) {
  const t = useT();
  const [, go] = useLocation();
  const [adding, add] = useState(false);
  const bring = (
    <Button icon={FileUp} tone={page.alunos.length === 0 ? "primary" : undefined} size={page.alunos.length === 0 ? "md" : "sm"} onClick={() => go(pathTo("importar", undefined, { turma: page.turma.id }))}>
      {t("school.import.marks")}
    </Button>
  );
  return (
    <Section title={t("school.marks")} aside={page.alunos.length > 0 && bring}>
      {page.alunos.length === 0 ? (
        <Card>
          <EmptyState
            icon={Table2}
            title={t("school.class.empty")}
            action={
              <span className="flex flex-wrap justify-center gap-2">
                {bring}
                <Button icon={UserPlus} onClick={() => add(true)}>
                  {t("school.student.add")}
                </Button>
              </span>
            }
          >
            {t("school.class.empty.about")}
          </EmptyState>
        </Card>
      ) : (
        <MarksTable page={page} />
      )}
      {adding && <NewStudentDialog turma={page.turma.id} onClose={() => add(false)} />}
    </Section>
  );
}
