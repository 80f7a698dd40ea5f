import { Presentation, Printer } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { useLocation, useSearch } from "wouter";

import { isProblem, type SchoolPaginaAtividade, useSchoolActivity, useSchoolHome } from "@/api";
import { useT } from "@/i18n";
import { Rows, Section } from "@/stage";
import { Badge, Button, Row, Segmented } from "@/ui";
import { InlineText } from "../edit/InlineText";
import { useEditing } from "../edit/useEditing";
import { pathTo, refPath } from "../paths";
import { Avisos } from "../edit/Avisos";
import { RemoveMenu } from "../edit/RemoveMenu";
import { DetailFrame } from "../pieces/DetailFrame";
import { Waiting } from "../pieces/Waiting";
import { ActivityFields } from "./ActivityFields";
import { ExportMenu } from "./ExportMenu";
import { Paper, type Version } from "./paper/Paper";
import { Presentation as Presenting } from "./present/Presentation";
import { QuestionList } from "./QuestionList";
import { useQuestions } from "./useQuestions";
import { statusOf, toneOf } from "./words";

/** An activity: its questions on the left, the sheet that is handed out on the right, every letter at once. */
export function ActivityPage({ id }: { readonly id: string }) {
  const { data, error, refetch } = useSchoolActivity(id);
  return data === undefined || isProblem(error, "not_found") ? <Waiting error={error} onRetry={() => void refetch()} /> : <Open page={data} />;
}

function Open({ page }: { readonly page: SchoolPaginaAtividade }) {
  const t = useT();
  const [, go] = useLocation();
  const modo = new URLSearchParams(useSearch()).get("modo");
  const { data: home } = useSchoolHome();
  const [version, show] = useState<Version>("aluno");
  const editing = useEditing(page.atividade, "school.editar_atividade", "atividade_id", page.atividade.titulo);
  const questions = useQuestions(editing);
  const { shown } = editing;
  const paper = { page: { ...page, atividade: questions.shown }, school: home?.escolas[0]?.nome, version };
  return (
    <DetailFrame
      wide
      title={shown.titulo}
      heading={<InlineText label={t("school.activity.title")} value={shown.titulo} onSave={(titulo) => editing.save({ titulo })} />}
      above={[{ label: t("school.part.atividades"), href: pathTo("atividades") }]}
      about={
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={toneOf(statusOf(shown.status))}>{t(`school.status.${statusOf(shown.status)}`)}</Badge>
          {[page.tipo_nome, page.materia?.nome, page.turma?.nome].filter(Boolean).join(" · ")}
        </span>
      }
      commands={
        <>
          <Button icon={Presentation} onClick={() => go(pathTo("atividades", page.atividade.id, { modo: "apresentar" }))}>
            {t("school.present")}
          </Button>
          <Button icon={Printer} onClick={() => print()}>
            {t("school.print")}
          </Button>
          <ExportMenu reference={`atividade:${page.atividade.id}`} />
          <RemoveMenu capability="school.remover_atividade" params={{ atividade_id: page.atividade.id }} title={shown.titulo} back={pathTo("atividades")} />
        </>
      }
    >
      <Avisos avisos={page.avisos} />
      <div className="grid items-start gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-7">
          <ActivityFields page={page} editing={editing} />
          <QuestionList questions={questions} />
          {page.usos.length > 0 && (
            <Section title={t("school.activity.uses")}>
              <Rows label={t("school.activity.uses")}>
                {page.usos.map((use) => (
                  <Row key={use.id} href={refPath(use.id)} title={use.nome} />
                ))}
              </Rows>
            </Section>
          )}
        </div>
        <section aria-label={t("school.preview")} className="flex min-w-0 flex-col gap-2.5 lg:sticky lg:top-6">
          <div className="flex min-h-6 items-center justify-between gap-3">
            <h2 className="text-xs font-medium text-muted">{t("school.preview")}</h2>
            <Segmented
              label={t("school.preview.version")}
              value={version}
              options={(["aluno", "professor"] as const).map((value) => ({ value, label: t(`school.preview.${value}`) }))}
              onChange={show}
            />
          </div>
          <div tabIndex={0} role="group" aria-label={t("school.preview.sheet")} className="light max-h-[calc(100dvh-120px)] overflow-y-auto rounded-lg border border-line bg-raised px-6 py-7 shadow-raised sm:px-9">
            <Paper {...paper} lit={questions.open?.id} />
          </div>
        </section>
      </div>
      {modo === "apresentar" && <Presenting page={paper.page} onClose={() => go(pathTo("atividades", page.atividade.id), { replace: true })} />}
      {createPortal(
        // On paper there is nothing but the sheet, black on white in either theme.
        <div data-paper aria-hidden className="light">
          <Paper {...paper} />
        </div>,
        document.body,
      )}
    </DetailFrame>
  );
}
