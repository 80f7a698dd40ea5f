import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";

import type { SchoolQuestao } from "@/api";
import { useT } from "@/i18n";
import { Button, Field, IconButton, Input, RadioGroup, Textarea } from "@/ui";
import { Alternatives } from "./Alternatives";

interface AnswerFieldsProps {
  readonly question: SchoolQuestao;
  readonly onChange: (patch: Partial<SchoolQuestao>) => void;
}

/** The right answer, as the kind of question asks for it. */
export function AnswerFields({ question, onChange }: AnswerFieldsProps) {
  const t = useT();
  switch (question.tipo) {
    case "multipla_escolha":
      return <Alternatives question={question} onChange={onChange} />;
    case "verdadeiro_falso":
      return (
        <RadioGroup
          label={t("school.question.answer")}
          value={question.resposta === "F" ? "F" : "V"}
          options={[
            { value: "V", label: t("school.paper.true") },
            { value: "F", label: t("school.paper.false") },
          ]}
          onChange={(resposta) => onChange({ resposta })}
        />
      );
    case "associacao":
      return (
        <Several title={t("school.question.pairs")} add={t("school.question.pairs.add")} onAdd={() => onChange({ pares: [...question.pares, { esquerda: "", direita: "" }] })}>
          {question.pares.map((pair, index) => {
            const put = (patch: Partial<typeof pair>) => onChange({ pares: question.pares.map((each, place) => (place === index ? { ...each, ...patch } : each)) });
            return (
              <Line key={index} label={t("school.question.pairs.remove", { number: index + 1 })} onRemove={() => onChange({ pares: question.pares.toSpliced(index, 1) })}>
                <Input aria-label={t("school.question.pairs.left", { number: index + 1 })} value={pair.esquerda} onChange={(event) => put({ esquerda: event.target.value })} />
                <Input aria-label={t("school.question.pairs.right", { number: index + 1 })} value={pair.direita} onChange={(event) => put({ direita: event.target.value })} />
              </Line>
            );
          })}
        </Several>
      );
    case "ordenacao":
      return (
        <Several title={t("school.question.items")} add={t("school.question.items.add")} onAdd={() => onChange({ itens: [...question.itens, ""] })}>
          {question.itens.map((text, index) => (
            <Line key={index} label={t("school.question.items.remove", { number: index + 1 })} onRemove={() => onChange({ itens: question.itens.toSpliced(index, 1) })}>
              <Input aria-label={t("school.question.items.one", { number: index + 1 })} value={text} onChange={(event) => onChange({ itens: question.itens.with(index, event.target.value) })} />
            </Line>
          ))}
        </Several>
      );
    case "numerica":
    case "lacuna":
    case "dissertativa":
      return (
        <Field label={t("school.question.answer")} hint={question.tipo === "dissertativa" ? t("school.question.answer.essay") : undefined}>
          {(ids) =>
            question.tipo === "dissertativa" ? (
              <Textarea {...ids} value={question.resposta} onChange={(event) => onChange({ resposta: event.target.value })} className="max-h-48 w-full" />
            ) : (
              <Input {...ids} value={question.resposta} onChange={(event) => onChange({ resposta: event.target.value })} className="w-full" />
            )
          }
        </Field>
      );
  }
}

function Several({ title, add, onAdd, children }: { readonly title: string; readonly add: string; readonly onAdd: () => void; readonly children: ReactNode }) {
  return (
    <div role="group" aria-label={title} className="flex flex-col gap-1.5">
      <span className="text-xs font-medium text-fg">{title}</span>
      {children}
      <Button size="sm" tone="quiet" icon={Plus} onClick={onAdd} className="self-start">
        {add}
      </Button>
    </div>
  );
}

function Line({ label, onRemove, children }: { readonly label: string; readonly onRemove: () => void; readonly children: ReactNode }) {
  return (
    <div className="flex items-center gap-1.5">
      {children}
      <IconButton size="sm" icon={X} label={label} onClick={onRemove} />
    </div>
  );
}
