import { Sparkle } from "lucide-react";
import { useLocation, useSearch } from "wouter";

import { type SchoolDesempenho, useSchoolPerformance } from "@/api";
import { useI18n } from "@/i18n";
import { Rows, RowsSkeleton, Section, Trouble } from "@/stage";
import { Row } from "@/ui";
import { PeriodChoice } from "../classes/PeriodChoice";
import { ANY_TIME, periodIn } from "../classes/periods";
import { Attention } from "../home/Attention";
import { pathTo, refPath } from "../paths";
import { Notices } from "../pieces/Notices";
import { ClassTable } from "./ClassTable";
import { Subjects } from "./Subjects";

/** All classes beside each other: means, who is below, which way they go. */
export function PerformancePart() {
  const [, go] = useLocation();
  const { periodo } = periodIn(useSearch());
  const { data, error, refetch } = useSchoolPerformance(periodo);
  const show = (next: string) => go(pathTo("desempenho", undefined, { periodo: next === ANY_TIME ? undefined : next }), { replace: true });
  return (
    <div className="flex flex-col gap-7">
      <div className="-mt-2 flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted">{data?.periodo.texto}</p>
        <PeriodChoice value={periodo} periods={data?.periodos ?? []} said={data?.periodo.texto} onChange={show} />
      </div>
      {data !== undefined ? <Open data={data} /> : error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />}
    </div>
  );
}

function Open({ data }: { readonly data: SchoolDesempenho }) {
  const { t } = useI18n();
  return (
    <>
      <Notices notices={data.avisos} />
      <Section title={t("school.part.turmas")} aside={data.alunos_em_atencao_n > 0 && <span className="text-muted">{t("school.attention.students", { count: data.alunos_em_atencao_n })}</span>}>
        <ClassTable classes={data.por_turma} />
      </Section>
      <Subjects subjects={data.por_materia} />
      {data.destaques.length > 0 && (
        <Section title={t("school.highlights")}>
          <Rows label={t("school.highlights")}>
            {data.destaques.map(({ texto, turma, ref }) => (
              <Row key={`${ref} ${texto}`} href={refPath(ref)} leading={<Sparkle aria-hidden className="size-4 shrink-0 text-ok" />} title={texto} trailing={turma?.nome} />
            ))}
          </Rows>
        </Section>
      )}
      <Attention items={data.atencao} />
      <p className="text-xs text-muted">{data.fonte}</p>
    </>
  );
}
