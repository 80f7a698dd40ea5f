import { Link } from "wouter";

import type { SchoolQuestao } from "@/api";
import { useI18n } from "@/i18n";
import { Markdown } from "@/ui";
import { disordered, letterOf } from "../questions";

interface PaperQuestionProps {
  readonly number: number;
  readonly question: SchoolQuestao;
  /** Whether the answers are on it. */
  readonly solved: boolean;
  readonly lit: boolean;
}

/** One question on the sheet, with room for its answer, or with the answer. */
export function PaperQuestion({ number, question, solved, lit }: PaperQuestionProps) {
  const { t } = useI18n();
  return (
    <li data-lit={lit || undefined} className="paper-question">
      <span className="paper-number">{number}.</span>
      <div className="min-w-0 flex-1">
        <div className="paper-words">
          {question.enunciado.trim() === "" ? <p className="text-muted">{t("school.paper.empty")}</p> : <Markdown>{question.enunciado}</Markdown>}
          {question.pontos > 0 && <span className="paper-points">{t("school.paper.points", { count: question.pontos })}</span>}
        </div>
        <Room question={question} solved={solved} />
        {solved && (
          <div className="paper-answer">
            <p>
              <strong>{t("school.paper.answer")}</strong> {question.resposta || "?"}
            </p>
            {question.explicacao && <Markdown>{question.explicacao}</Markdown>}
            {question.fonte && <Source source={question.fonte} />}
            {question.habilidades.length > 0 && <p className="paper-skills">{question.habilidades.join(" · ")}</p>}
          </div>
        )}
      </div>
    </li>
  );
}

/** The passage of the teacher's document that a question comes from. */
function Source({ source }: { readonly source: NonNullable<SchoolQuestao["fonte"]> }) {
  const { t } = useI18n();
  const name = source.pagina ? `${source.titulo}, p. ${source.pagina}` : source.titulo;
  return (
    <p>
      <strong>{t("school.paper.source")}</strong>{" "}
      {source.caminho?.startsWith("/knowledge/") ? (
        <Link href={source.caminho} className="underline underline-offset-2">
          {name}
        </Link>
      ) : (
        name
      )}{" "}
      “{source.trecho}”
    </p>
  );
}

function Room({ question, solved }: { readonly question: SchoolQuestao; readonly solved: boolean }) {
  const t = useI18n().t;
  switch (question.tipo) {
    case "multipla_escolha":
      return (
        <ol className="paper-choices">
          {question.alternativas.map(({ id, texto, correta }, index) => (
            <li key={id} data-right={(solved && correta) || undefined}>
              <span>{`${letterOf(index).toLowerCase()})`}</span>
              <span>{texto}</span>
              {solved && correta && <span className="paper-right">{t("school.paper.right")}</span>}
            </li>
          ))}
        </ol>
      );
    case "verdadeiro_falso":
      return (
        <p className="paper-choice-line">
          {["V", "F"].map((letter) => (
            <span key={letter} data-right={(solved && question.resposta === letter) || undefined}>{`(   ) ${t(letter === "V" ? "school.paper.true" : "school.paper.false")}`}</span>
          ))}
        </p>
      );
    case "associacao": {
      const right = disordered(question.pares.map(({ direita }) => direita));
      return (
        <div className="paper-pairs">
          <ol>
            {question.pares.map(({ esquerda }, index) => (
              <li key={index}>{`${index + 1}. ${esquerda}`}</li>
            ))}
          </ol>
          <ol>
            {right.map((text, index) => (
              <li key={index}>{`(   ) ${text}`}</li>
            ))}
          </ol>
        </div>
      );
    }
    case "ordenacao":
      return (
        <ol className="paper-choices">
          {disordered(question.itens).map((text, index) => (
            <li key={index}>{`(   ) ${text}`}</li>
          ))}
        </ol>
      );
    case "dissertativa":
      return solved ? null : <Lines count={4} />;
    case "numerica":
    case "lacuna":
      return solved ? null : <p className="paper-short">{t("school.paper.short")}</p>;
  }
}

function Lines({ count }: { readonly count: number }) {
  return (
    <div aria-hidden className="paper-lines">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}
