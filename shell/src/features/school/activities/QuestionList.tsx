import { GripVertical, Plus } from "lucide-react";

import type { SchoolQuestao } from "@/api";
import { useI18n } from "@/i18n";
import { plainAmountOf } from "@/i18n/amounts";
import { type Reorder, Section, useReorder } from "@/stage";
import { Card, classes, MenuButton } from "@/ui";
import { QuestionForm } from "./QuestionForm";
import { lackOf, plainly, pointsOf, QUESTION_TYPES, questionsOf } from "./questions";
import type { Questions } from "./useQuestions";

/** The questions of an activity, in order: opened where they stand, moved by their grip or with Alt and the arrow keys. */
export function QuestionList({ questions }: { readonly questions: Questions }) {
  const { t, locale } = useI18n();
  const all = questionsOf(questions.shown);
  const order = useReorder(
    all.map(({ id }) => id),
    questions.move,
  );
  return (
    <Section
      title={t("school.questions.sum", { count: all.length, points: plainAmountOf(pointsOf(all), locale) })}
      aside={
        <MenuButton
          text
          size="sm"
          icon={Plus}
          align="end"
          label={t("school.question.add")}
          items={QUESTION_TYPES.map((tipo) => ({ id: tipo, label: t(`school.question.type.${tipo}`), onSelect: () => questions.add(tipo) }))}
        />
      }
    >
      {all.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line-strong px-4 py-5 text-center text-sm text-muted">{t("school.questions.none")}</p>
      ) : (
        <Card>
          <ol {...order.list} aria-label={t("school.questions")} className="divide-y divide-line">
            {all.map((question, index) => (
              <Item key={question.id} question={question} number={index + 1} questions={questions} order={order} />
            ))}
          </ol>
        </Card>
      )}
      {all.length > 1 && <p className="text-xs text-muted">{t("school.questions.about")}</p>}
    </Section>
  );
}

interface ItemProps {
  readonly question: SchoolQuestao;
  readonly number: number;
  readonly questions: Questions;
  readonly order: Reorder;
}

function Item({ question, number, questions, order }: ItemProps) {
  const { t } = useI18n();
  const open = questions.open?.id === question.id;
  return (
    <li
      data-reorder={question.id}
      tabIndex={0}
      aria-label={t("school.question.label", { number })}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      onKeyDown={(event) => order.onKeyDown(event, question.id)}
      className={classes(
        "group/question relative flex items-start gap-2 py-2.5 pr-3 pl-1.5 text-sm -outline-offset-2 first:rounded-t-lg last:rounded-b-lg",
        order.dragged === question.id && "opacity-50",
        order.landing === question.id && "before:absolute before:inset-x-0 before:-top-px before:h-0.5 before:bg-accent",
      )}
    >
      <span {...order.grip(question.id)} title={t("school.question.drag")} className="mt-0.5 cursor-grab text-muted opacity-40 group-hover/question:opacity-100 active:cursor-grabbing">
        <GripVertical aria-hidden className="size-4" />
      </span>
      <span className="w-5 shrink-0 text-right font-medium text-muted tabular-nums">{number}.</span>
      {open ? (
        <QuestionForm question={question} questions={questions} year={questions.shown.ano_serie} />
      ) : (
        <button type="button" onClick={() => questions.edit(question)} className="-my-1 flex min-w-0 flex-1 flex-col items-start gap-0.5 rounded-sm px-1.5 py-1 text-left hover:bg-hover">
          <span className="line-clamp-2 break-words text-fg">{plainly(question.enunciado) || t("school.paper.empty")}</span>
          <span className="flex flex-wrap gap-x-2 text-xs text-muted">
            <span>{t(`school.question.type.${question.tipo}`)}</span>
            <span className="tabular-nums">{t("school.question.worth", { count: question.pontos })}</span>
            <span>{t("school.question.right", { answer: question.resposta.slice(0, 60) })}</span>
            {question.habilidades.map((code) => (
              <span key={code}>{code}</span>
            ))}
            {lackOf(question) !== null && <span className="text-warn-text">{t("school.question.unfinished")}</span>}
          </span>
        </button>
      )}
    </li>
  );
}
