import "./paper.css";

import type { SchoolPaginaAtividade } from "@/api";
import { useI18n } from "@/i18n";
import { plainAmountOf } from "@/i18n/amounts";
import { Markdown } from "@/ui";
import { pointsOf, questionsOf } from "../questions";
import { PaperGrid } from "./PaperGrid";
import { PaperQuestion } from "./PaperQuestion";

export type Version = "aluno" | "professor";

interface PaperProps {
  readonly page: SchoolPaginaAtividade;
  readonly school: string | undefined;
  readonly version: Version;
  /** The question that is being written: it is lit. */
  readonly lit?: string;
}

/** An activity as it is handed out: the school's heading, what to do, the questions; for the teacher with the answers. */
export function Paper({ page, school, version, lit }: PaperProps) {
  const { t, locale } = useI18n();
  const { atividade: activity, turma, materia } = page;
  const teacher = version === "professor";
  const questions = questionsOf(activity);
  const points = pointsOf(questions);
  let number = 0;
  return (
    <article aria-label={t(`school.paper.${version}`)} className="paper">
      <header className="paper-head">
        <p className="paper-school">{school ?? t("school.paper.school")}</p>
        <dl className="paper-facts">
          <Blank name={t("school.paper.name")} wide />
          <Blank name={t("school.paper.class")} value={turma?.nome} />
          <Blank name={t("school.paper.subject")} value={materia?.nome} />
          <Blank name={t("school.paper.date")} value="____/____/______" />
          <Blank name={t("school.paper.mark")} value={points > 0 ? t("school.paper.of", { points: plainAmountOf(points, locale) }) : undefined} />
        </dl>
      </header>
      <h2 className="paper-title">{activity.titulo}</h2>
      {teacher && <p className="paper-teacher">{t("school.paper.teacher")}</p>}
      {activity.instrucoes && (
        <div className="paper-instructions">
          <Markdown>{activity.instrucoes}</Markdown>
        </div>
      )}
      {activity.conteudo.secoes.map((part, index) => (
        <section key={index} aria-label={part.titulo || undefined}>
          {part.titulo && <h3 className="paper-part">{part.titulo}</h3>}
          {part.texto && <Markdown>{part.texto}</Markdown>}
          {teacher && part.para_professor && (
            <div className="paper-note">
              <Markdown>{part.para_professor}</Markdown>
            </div>
          )}
          {part.grade && <PaperGrid grade={part.grade} solved={teacher} />}
          <ol className="paper-questions">
            {part.questoes.map((question) => (
              <PaperQuestion key={question.id} number={++number} question={question} solved={teacher} lit={question.id === lit} />
            ))}
          </ol>
        </section>
      ))}
    </article>
  );
}

function Blank({ name, value, wide }: { readonly name: string; readonly value?: string; readonly wide?: true }) {
  return (
    <div data-wide={wide}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
