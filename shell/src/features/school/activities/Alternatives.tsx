import { Plus, X } from "lucide-react";
import { useId } from "react";

import type { SchoolQuestao } from "@/api";
import { useT } from "@/i18n";
import { Button, classes, IconButton, Input } from "@/ui";
import { letterOf } from "./questions";

interface AlternativesProps {
  readonly question: SchoolQuestao;
  readonly onChange: (patch: Partial<SchoolQuestao>) => void;
}

/** The answers to choose from; the mark before one says that it is the right one. */
export function Alternatives({ question: { alternativas }, onChange }: AlternativesProps) {
  const t = useT();
  const name = useId();
  const add = () => onChange({ alternativas: [...alternativas, { id: crypto.randomUUID().slice(0, 8), texto: "", correta: alternativas.length === 0 }] });
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1 text-xs font-medium text-fg">{t("school.question.choices")}</legend>
      {alternativas.map((each, index) => (
        <div key={each.id} className="flex items-center gap-2">
          <label className="relative inline-flex size-6 shrink-0 items-center justify-center has-focus-visible:rounded-full has-focus-visible:outline-2 has-focus-visible:outline-accent">
            <input
              type="radio"
              name={name}
              checked={each.correta}
              aria-label={t("school.question.choices.right", { letter: letterOf(index) })}
              onChange={() => onChange({ alternativas: alternativas.map((other, place) => ({ ...other, correta: place === index })) })}
              className="absolute inset-0 appearance-none rounded-full outline-none"
            />
            <span
              aria-hidden
              className={classes(
                "pointer-events-none inline-flex size-[22px] items-center justify-center rounded-full border text-2xs font-semibold",
                each.correta ? "border-transparent bg-ok-soft text-ok-text" : "border-line-strong text-muted",
              )}
            >
              {letterOf(index)}
            </span>
          </label>
          <Input
            value={each.texto}
            maxLength={2_000}
            aria-label={t("school.question.choices.words", { letter: letterOf(index) })}
            onChange={(event) => onChange({ alternativas: alternativas.with(index, { ...each, texto: event.target.value }) })}
          />
          <IconButton
            size="sm"
            icon={X}
            label={t("school.question.choices.remove", { letter: letterOf(index) })}
            disabled={alternativas.length <= 2}
            onClick={() => onChange({ alternativas: alternativas.toSpliced(index, 1) })}
          />
        </div>
      ))}
      {alternativas.length < 10 && (
        <Button size="sm" tone="quiet" icon={Plus} onClick={add} className="self-start">
          {t("school.question.choices.add")}
        </Button>
      )}
    </fieldset>
  );
}
