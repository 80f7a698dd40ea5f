import { FileText } from "lucide-react";

import { isProblem, type SchoolPaginaAvaliacao, useSchoolTest } from "@/api";
import { useI18n } from "@/i18n";
import { dayOf } from "@/i18n/amounts";
import { Rows, Section } from "@/stage";
import { Card, Row } from "@/ui";
import { BarChart } from "@/ui/chart";
import { FactLine } from "../edit/FactLine";
import { InlineChoice } from "../edit/InlineChoice";
import { InlineDay } from "../edit/InlineDay";
import { InlineNumber } from "../edit/InlineNumber";
import { InlineText } from "../edit/InlineText";
import { RemoveMenu } from "../edit/RemoveMenu";
import { type Editing, useEditing } from "../edit/useEditing";
import { cellOf, markOf } from "../figures";
import { pathTo } from "../paths";
import { DetailFrame } from "../pieces/DetailFrame";
import { Waiting } from "../pieces/Waiting";
import { givenIn } from "./sheet";
import { TestMarks } from "./TestMarks";

type Test = SchoolPaginaAvaliacao["avaliacao"];

const KINDS = ["formativa", "somativa", "diagnostica", "recuperacao", "trabalho"] as const;

/** A test: everybody's marks, what they come to, and what it is about. */
export function TestPage({ id }: { readonly id: string }) {
  const { data, error, refetch } = useSchoolTest(id);
  return data === undefined || isProblem(error, "not_found") ? <Waiting error={error} onRetry={() => void refetch()} /> : <Open page={data} />;
}

function Open({ page }: { readonly page: SchoolPaginaAvaliacao }) {
  const { t, locale } = useI18n();
  const editing = useEditing<Test>(page.avaliacao, "school.editar_avaliacao", "avaliacao_id", page.avaliacao.titulo);
  const { shown, save } = editing;
  return (
    <DetailFrame
      title={shown.titulo}
      heading={<InlineText label={t("school.activity.title")} value={shown.titulo} onSave={(titulo) => save({ titulo })} />}
      above={[
        { label: t("school.part.avaliacoes"), href: pathTo("avaliacoes") },
        { label: page.turma.nome, href: pathTo("turmas", page.turma.id) },
      ]}
      about={[page.materia.nome, t(`school.kind.${shown.tipo}`), dayOf(shown.data, locale)].join(" · ")}
      commands={<RemoveMenu capability="school.remover_avaliacao" params={{ avaliacao_id: shown.id }} title={shown.titulo} back={pathTo("avaliacoes")} />}
    >
      <div className="grid items-start gap-x-8 gap-y-7 md:grid-cols-[minmax(0,1fr)_280px]">
        <div className="flex min-w-0 flex-col gap-7">
          <TestMarks page={page} />
        </div>
        <aside className="flex min-w-0 flex-col gap-7">
          <Mean page={page} />
          <Facts editing={editing} />
          {page.atividade && (
            <Section title={t("school.exam.sheet")}>
              <Rows label={t("school.exam.sheet")}>
                <Row href={pathTo("atividades", page.atividade.id)} leading={<FileText aria-hidden className="size-3.5 text-muted" />} title={page.atividade.titulo} />
              </Rows>
            </Section>
          )}
          {page.habilidades.length > 0 && (
            <Section title={t("school.activity.skills")}>
              <Card className="px-3 py-2.5">
                <dl className="flex flex-col gap-1.5 text-xs">
                  {page.habilidades.map(({ codigo, texto }) => (
                    <div key={codigo}>
                      <dt className="font-medium text-fg">{codigo}</dt>
                      <dd className="text-muted">{texto}</dd>
                    </div>
                  ))}
                </dl>
              </Card>
            </Section>
          )}
        </aside>
      </div>
    </DetailFrame>
  );
}

function Mean({ page }: { readonly page: SchoolPaginaAvaliacao }) {
  const { t, locale, format } = useI18n();
  const range = (from: number, to: number) => `${cellOf(from, locale)}–${cellOf(to, locale)}`;
  return (
    <Card className="flex flex-col gap-2 px-4 pt-3.5 pb-2">
      <div className="flex items-baseline gap-2">
        <span className="text-[28px]/[32px] font-semibold tracking-[-0.02em] text-fg tabular-nums">{page.media === null ? "–" : markOf(page.media, locale)}</span>
        <span className="text-xs text-muted">{page.media === null ? t("school.exam.nomean") : t("school.exam.mean", { count: givenIn(page.alunos) })}</span>
      </div>
      {page.media !== null && page.distribuicao.length > 0 && (
        <BarChart
          label={t("school.exam.spread")}
          height={132}
          axis={(value) => (Number.isInteger(value) ? format.number(value) : "")}
          points={page.distribuicao.map(({ de, ate, n }) => ({
            key: String(de),
            label: range(de, ate),
            target: null,
            actual: n,
            tone: "fill-run",
            words: { title: range(de, ate), lines: [[t("school.exam.students"), format.number(n)]] },
          }))}
        />
      )}
    </Card>
  );
}

function Facts({ editing: { shown, save } }: { readonly editing: Editing<Test> }) {
  const { t } = useI18n();
  return (
    <Card role="group" aria-label={t("school.activity.facts")} className="flex flex-col px-4 py-2">
      <FactLine name={t("school.field.day")}>
        <InlineDay label={t("school.field.day")} value={shown.data} onSave={(data) => data !== null && save({ data })} />
      </FactLine>
      <FactLine name={t("school.exam.type")}>
        <InlineChoice
          label={t("school.exam.type")}
          value={shown.tipo}
          options={KINDS.map((value) => ({ value, label: t(`school.kind.${value}`) }))}
          onSave={(value) => save({ tipo: KINDS.find((kind) => kind === value) })}
        />
      </FactLine>
      <FactLine name={t("school.exam.max")}>
        <InlineNumber label={t("school.exam.max")} value={shown.valor_maximo} onSave={(valor_maximo) => save({ valor_maximo })} />
      </FactLine>
      <FactLine name={t("school.exam.weight")}>
        <InlineNumber label={t("school.exam.weight")} value={shown.peso} onSave={(peso) => save({ peso })} />
      </FactLine>
    </Card>
  );
}
