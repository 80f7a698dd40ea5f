import { Lock } from "lucide-react";
import { useSearch } from "wouter";

import { isProblem, type SchoolPaginaAluno, useSchoolStudent } from "@/api";
import { useI18n } from "@/i18n";
import { Evolution } from "../classes/Evolution";
import { pathTo } from "../paths";
import { DetailFrame } from "../pieces/DetailFrame";
import { Notices } from "../pieces/Notices";
import { Waiting } from "../pieces/Waiting";
import type { PageProps } from "../routes";
import { Mastery } from "./Mastery";
import { StudentFigures } from "./StudentFigures";
import { StudentMarks } from "./StudentMarks";
import { StudentMenu } from "./StudentMenu";
import { StudentSubjects } from "./StudentSubjects";

/** One student, for the teacher alone: marks, skills, attendance, and what the law lets a family ask for. */
export function StudentPage({ id }: PageProps) {
  const { data, error, refetch } = useSchoolStudent(id);
  return data === undefined || isProblem(error, "not_found") ? <Waiting error={error} onRetry={() => void refetch()} /> : <Open page={data} />;
}

function Open({ page }: { readonly page: SchoolPaginaAluno }) {
  const { t } = useI18n();
  const wished = new URLSearchParams(useSearch()).get("turma");
  const turma = page.turmas.find(({ id }) => id === wished) ?? page.turmas[0];
  const above = [{ label: t("school.part.inicio"), href: "/school" }, ...(turma === undefined ? [] : [{ label: turma.nome, href: pathTo("turmas", turma.id) }])];
  const about = [page.matricula && t("school.student.number.of", { number: page.matricula }), page.turmas.map(({ nome }) => nome).join(", ")].filter(Boolean).join(" · ");
  return (
    <DetailFrame title={page.nome} above={above} about={about} commands={<StudentMenu id={page.id} nome={page.nome} turma={turma?.id} />}>
      <div className="@container flex flex-col gap-7">
        <StudentFigures page={page} />
        <Notices notices={page.avisos} />
        <Needs needs={page.necessidades} />
        <div className="grid items-start gap-x-6 gap-y-7 @[720px]:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-7">
            <StudentMarks page={page} />
            <StudentSubjects page={page} />
          </div>
          <div className="flex min-w-0 flex-col gap-7">
            <Evolution points={page.evolucao} scale={page.config.escala} passing={page.config.media_aprovacao} />
            <Mastery skills={page.habilidades} />
          </div>
        </div>
      </div>
    </DetailFrame>
  );
}

/** What only the teacher may know, and only here. */
function Needs({ needs }: { readonly needs: readonly string[] }) {
  const { t } = useI18n();
  if (needs.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border border-line px-4 py-2.5 text-sm text-fg">
      <Lock aria-hidden className="size-3.5 text-muted" />
      <span className="text-muted">{t("school.needs")}:</span> {needs.join(", ")}
      <span className="text-xs text-muted">{t("school.needs.about")}</span>
    </p>
  );
}
