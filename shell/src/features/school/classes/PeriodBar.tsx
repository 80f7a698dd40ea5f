import { useLocation } from "wouter";

import type { SchoolNome, SchoolPaginaTurma } from "@/api";
import { useI18n } from "@/i18n";
import { Select } from "@/ui";
import { pathTo } from "../paths";
import { useYear } from "../pieces/useYear";
import { PeriodChoice } from "./PeriodChoice";
import { ANY_TIME } from "./periods";

interface PeriodBarProps {
  readonly turma: string;
  readonly periodo: string;
  readonly materia: string | undefined;
  readonly materias: readonly SchoolNome[];
  readonly page?: SchoolPaginaTurma;
}

const EVERY = "";

/** Who the class is, and which stretch of time and subject its figures are of. */
export function PeriodBar({ turma, periodo, materia, materias, page }: PeriodBarProps) {
  const { t } = useI18n();
  const year = useYear();
  const [, go] = useLocation();
  const show = (next: { periodo?: string; materia?: string }) => {
    const chosen = { periodo, materia, ...next };
    go(pathTo("turmas", turma, { periodo: chosen.periodo === ANY_TIME ? undefined : chosen.periodo, materia: chosen.materia }), { replace: true });
  };
  return (
    <div className="-mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      {page && (
        <p className="min-w-0 text-sm text-muted">
          {[year(page.turma.ano_serie), page.turma.turno, t("school.students.count", { count: page.total_alunos }), page.periodo.texto].filter(Boolean).join(" · ")}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
        {materias.length > 1 && (
          <Select
            label={t("school.subject")}
            value={materia ?? EVERY}
            options={[{ value: EVERY, label: t("school.subject.all") }, ...materias.map(({ id, nome }) => ({ value: id, label: nome }))]}
            onChange={(next) => show({ materia: next })}
            className="w-44"
          />
        )}
        <PeriodChoice value={periodo} periods={page?.periodos ?? []} said={page?.periodo.texto} onChange={(next) => show({ periodo: next })} />
      </div>
    </div>
  );
}
