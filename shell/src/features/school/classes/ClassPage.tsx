import { useSearch } from "wouter";

import { isProblem, type SchoolPaginaTurma, useSchoolClass, useSchoolHome } from "@/api";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { Skeleton } from "@/ui";
import { Frame } from "../Frame";
import { Missing } from "../pieces/Missing";
import { Notices } from "../pieces/Notices";
import { Waiting } from "../pieces/Waiting";
import type { PageProps } from "../routes";
import { AddToClass } from "./AddToClass";
import { Alerts } from "./Alerts";
import { ClassMarks } from "./ClassMarks";
import { Distribution } from "./Distribution";
import { Engagement } from "./Engagement";
import { Evolution } from "./Evolution";
import { Gaps } from "./Gaps";
import { PeriodBar } from "./PeriodBar";
import { ANY_TIME, periodIn } from "./periods";
import { Standing } from "./Standing";

/** A class: how it stands, everybody's marks, what is not learned yet, who is missing. */
export function ClassPage({ id }: PageProps) {
  const home = useSchoolHome();
  const { periodo, materia } = periodIn(useSearch());
  const page = useSchoolClass(id, periodo, materia);
  if (isProblem(page.error, "not_found")) return <Missing />;
  if (home.data === undefined) return <Waiting error={home.error} onRetry={() => void home.refetch()} />;
  return (
    <Frame home={home.data} part="turmas" turma={id} commands={<AddToClass turma={id} materias={page.data?.turma.materias ?? []} />}>
      {page.data !== undefined ? (
        <Open page={page.data} periodo={periodo} materia={materia} stale={page.isPlaceholderData} />
      ) : page.error ? (
        <div className="flex flex-col gap-4">
          <Trouble error={page.error} onRetry={() => void page.refetch()} />
          {periodo !== ANY_TIME && <PeriodBar turma={id} periodo={periodo} materia={materia} materias={[]} />}
        </div>
      ) : (
        <Loading />
      )}
    </Frame>
  );
}

interface OpenProps {
  readonly page: SchoolPaginaTurma;
  readonly periodo: string;
  readonly materia: string | undefined;
  /** Whether it is still that of the period before. */
  readonly stale: boolean;
}

function Open({ page, periodo, materia, stale }: OpenProps) {
  return (
    <div aria-busy={stale} className="@container flex flex-col gap-7">
      <PeriodBar turma={page.turma.id} periodo={periodo} materia={materia} materias={page.turma.materias} page={page} />
      <Standing page={page} />
      {page.alunos.length > 0 && <Notices notices={page.avisos} />}
      <ClassMarks page={page} />
      <Gaps page={page} />
      <div className="grid items-start gap-x-6 gap-y-7 @[720px]:grid-cols-2">
        <Distribution page={page} />
        <Evolution points={page.evolucao} scale={page.config.escala} passing={page.config.media_aprovacao} />
        <Engagement engagement={page.engajamento} total={page.total_alunos} />
        <Alerts alerts={page.alertas_frequencia} minimum={page.turma.ano_serie.startsWith("EI") ? page.config.frequencia_minima_infantil : page.config.frequencia_minima} />
      </div>
      <p className="text-xs text-muted">{page.fonte}</p>
    </div>
  );
}

function Loading() {
  const t = useT();
  return (
    <div role="status" aria-label={t("words.loading")} className="flex flex-col gap-7">
      <Skeleton className="h-7 w-72 rounded-md" />
      <Skeleton className="h-24 rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
