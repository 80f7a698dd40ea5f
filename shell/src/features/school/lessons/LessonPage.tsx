import { isProblem, type SchoolPaginaAula, useSchoolLesson } from "@/api";
import { useI18n } from "@/i18n";
import { dayOf } from "@/i18n/amounts";
import { Section } from "@/stage";
import { Badge, Card } from "@/ui";
import { FactLine } from "../edit/FactLine";
import { InlineChoice } from "../edit/InlineChoice";
import { InlineDay } from "../edit/InlineDay";
import { InlineNumber } from "../edit/InlineNumber";
import { InlineText } from "../edit/InlineText";
import { Lines } from "../edit/Lines";
import { RemoveMenu } from "../edit/RemoveMenu";
import { SkillList } from "../edit/SkillList";
import { type Editing, useEditing } from "../edit/useEditing";
import { pathTo } from "../paths";
import { DetailFrame } from "../pieces/DetailFrame";
import { Waiting } from "../pieces/Waiting";
import { LessonActivities } from "./LessonActivities";
import { LESSON_STATUSES, LESSON_TONES } from "./roteiro";
import { Script } from "./Script";

type Lesson = SchoolPaginaAula["aula"];

/** A lesson: its script minute by minute, what is worked with, how one sees what was learned. */
export function LessonPage({ id }: { readonly id: string }) {
  const { data, error, refetch } = useSchoolLesson(id);
  return data === undefined || isProblem(error, "not_found") ? <Waiting error={error} onRetry={() => void refetch()} /> : <Open page={data} />;
}

function Open({ page }: { readonly page: SchoolPaginaAula }) {
  const { t, locale } = useI18n();
  const editing = useEditing<Lesson>(page.aula, "school.editar_aula", "aula_id", page.aula.titulo);
  const { shown, save } = editing;
  return (
    <DetailFrame
      title={shown.titulo}
      heading={<InlineText label={t("school.activity.title")} value={shown.titulo} onSave={(titulo) => save({ titulo })} />}
      above={[{ label: t("school.part.aulas"), href: pathTo("aulas") }]}
      about={
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={LESSON_TONES[shown.status]}>{t(`school.lesson.status.${shown.status}`)}</Badge>
          {[page.turma?.nome, page.materia?.nome, shown.data && dayOf(shown.data, locale)].filter(Boolean).join(" · ")}
        </span>
      }
      commands={<RemoveMenu capability="school.remover_aula" params={{ aula_id: shown.id }} title={shown.titulo} back={pathTo("aulas")} />}
    >
      <div className="grid items-start gap-x-8 gap-y-7 md:grid-cols-[minmax(0,1fr)_280px]">
        <div className="flex min-w-0 flex-col gap-7">
          <Script editing={editing} />
          <LessonActivities page={page} editing={editing} />
          <Section title={t("school.lesson.check")}>
            <Long label={t("school.lesson.check")} value={shown.avaliacao_aprendizagem} onSave={(avaliacao_aprendizagem) => save({ avaliacao_aprendizagem })} />
          </Section>
          <Section title={t("school.lesson.different")}>
            <Long label={t("school.lesson.different")} value={shown.diferenciacao} onSave={(diferenciacao) => save({ diferenciacao })} />
          </Section>
        </div>
        <aside className="flex min-w-0 flex-col gap-7">
          <Facts editing={editing} page={page} />
          <SkillList skills={page.habilidades} value={shown.habilidades} onChange={(habilidades) => save({ habilidades: [...habilidades] })} />
          <Lines title={t("school.lesson.goals")} add={t("school.lesson.goals.add")} value={shown.objetivos} onSave={(objetivos) => save({ objetivos: [...objetivos] })} />
          <Lines title={t("school.lesson.resources")} add={t("school.lesson.resources.add")} value={shown.recursos} onSave={(recursos) => save({ recursos: [...recursos] })} />
        </aside>
      </div>
    </DetailFrame>
  );
}

function Facts({ page, editing: { shown, save } }: { readonly page: SchoolPaginaAula; readonly editing: Editing<Lesson> }) {
  const { t } = useI18n();
  return (
    <Card role="group" aria-label={t("school.activity.facts")} className="flex flex-col px-4 py-2">
      <FactLine name={t("school.field.day")}>
        <InlineDay label={t("school.field.day")} value={shown.data ?? ""} onSave={(data) => save({ data })} />
      </FactLine>
      <FactLine name={t("school.field.minutes")}>
        <InlineNumber label={t("school.field.minutes")} value={shown.duracao_min} unit="min" onSave={(duracao_min) => save({ duracao_min })} />
      </FactLine>
      <FactLine name={t("school.activity.status")}>
        <InlineChoice
          label={t("school.activity.status")}
          value={shown.status}
          options={LESSON_STATUSES.map((value) => ({ value, label: t(`school.lesson.status.${value}`) }))}
          onSave={(value) => save({ status: LESSON_STATUSES.find((status) => status === value) })}
        />
      </FactLine>
      {page.turma && <FactLine name={t("school.activity.class")}>{page.turma.nome}</FactLine>}
      {page.materia && <FactLine name={t("school.activity.subject")}>{page.materia.nome}</FactLine>}
    </Card>
  );
}

function Long({ label, value, onSave }: { readonly label: string; readonly value: string; readonly onSave: (value: string) => void }) {
  return (
    <Card className="px-4 py-3 text-sm">
      <InlineText long optional label={label} value={value} onSave={onSave} />
    </Card>
  );
}
