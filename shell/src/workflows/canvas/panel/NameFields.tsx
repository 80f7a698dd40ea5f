import { useState } from "react";

import { placeOf, refusalOf, splitPlace } from "@/flow";
import { useT } from "@/i18n";
import { Field, Input, Textarea } from "@/ui";
import { useEditor, useEditorStore } from "../useEditor";
import { useStepWords } from "../words/useStepWords";
import type { StepPartProps } from "./useStep";

/** What a step is called. */
export function TitleField({ editing: { step, change } }: StepPartProps) {
  const t = useT();
  const { title } = useStepWords(step);
  return (
    <Field label={t("canvas.field.title")}>
      {(ids) => <Input {...ids} value={step.title} placeholder={title} maxLength={200} onChange={(event) => change({ title: event.target.value })} />}
    </Field>
  );
}

/** The name others look at a step by, and words about it. Renaming changes every place that names it. */
export function NameFields({ editing: { place, step, change } }: StepPartProps) {
  const t = useT();
  const store = useEditorStore();
  const show = useEditor((editor) => editor.show);
  const [id, write] = useState(step.id);
  const refusal = id === step.id ? null : refusalOf(store.getState().draft, { type: "renameStep", id: place, to: id });
  const rename = () => {
    if (id === step.id || refusal !== null) return write(step.id);
    const next = placeOf(splitPlace(place).inside, id);
    const { edit, select, go } = store.getState();
    if (!edit([{ type: "renameStep", id: place, to: id }])) return;
    select([next]);
    go(next);
    show(next);
  };
  return (
    <div className="flex flex-col gap-4">
      <Field label={t("canvas.field.id")} hint={t("canvas.field.id.about")} error={refusal === null ? undefined : t(refusal === "taken" ? "canvas.field.id.taken" : "canvas.field.id.bad")}>
        {(ids) => (
          <Input
            {...ids}
            value={id}
            spellCheck={false}
            aria-invalid={refusal !== null || undefined}
            className="font-mono text-xs"
            onChange={(event) => write(event.target.value)}
            onBlur={rename}
            onKeyDown={(event) => event.key === "Enter" && rename()}
          />
        )}
      </Field>
      <Field label={t("canvas.field.description")}>
        {(ids) => <Textarea {...ids} value={step.description} maxLength={4000} onChange={(event) => change({ description: event.target.value })} />}
      </Field>
    </div>
  );
}
