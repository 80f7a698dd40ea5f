import { Plus } from "lucide-react";

import { graphOf } from "@/flow";
import { useT } from "@/i18n";
import { Button, Field, Input, NumberField, Textarea } from "@/ui";
import { useEditor } from "../useEditor";
import { InputRow } from "./InputRow";

/** What the workflow is called, and what has to be given to start it, each with its type. */
export function StartPanel({ inside }: { readonly inside: string | null }) {
  const t = useT();
  const draft = useEditor((editor) => editor.draft);
  const edit = useEditor((editor) => editor.edit);
  const isFixed = useEditor((editor) => editor.isFixed);
  const inputs = graphOf(draft, inside)?.inputs ?? {};
  const names = Object.keys(inputs);
  const details = (fields: Partial<typeof draft>) => void edit([{ type: "setDetails", fields }], `details.${Object.keys(fields).join()}`);
  const put = (next: typeof inputs, group?: string) => void edit([{ type: "setInputs", inputs: next, inside }], group);
  const fresh = () => {
    let number = names.length + 1;
    while (names.includes(`input_${number}`)) number += 1;
    put({ ...inputs, [`input_${number}`]: { type: "string" } });
  };
  return (
    <fieldset disabled={isFixed} className="flex flex-col gap-4">
      {inside === null && (
        <>
          <Field label={t("canvas.details.title")}>
            {(ids) => <Input {...ids} value={draft.title} maxLength={200} onChange={(event) => details({ title: event.target.value })} />}
          </Field>
          <Field label={t("canvas.details.description")}>
            {(ids) => <Textarea {...ids} value={draft.description} maxLength={4000} onChange={(event) => details({ description: event.target.value })} />}
          </Field>
          <Field label={t("canvas.details.at_once")}>
            {(ids) => <NumberField {...ids} value={draft.at_once} min={1} max={64} onChange={(at_once) => details({ at_once: at_once ?? 8 })} />}
          </Field>
        </>
      )}
      <section aria-label={t("canvas.inputs")} className="flex flex-col gap-2">
        <p className="text-xs font-medium text-fg">{t("canvas.inputs")}</p>
        {names.length === 0 && <p className="text-sm text-muted">{t("canvas.inputs.none")}</p>}
        {names.map((name) => (
          <InputRow
            key={name}
            name={name}
            schema={inputs[name] ?? {}}
            taken={names}
            onRename={(to) => put(Object.fromEntries(Object.entries(inputs).map(([each, schema]) => [each === name ? to : each, schema])))}
            onChange={(schema) => put({ ...inputs, [name]: schema }, `input.${name}`)}
            onRemove={() => put(Object.fromEntries(Object.entries(inputs).filter(([each]) => each !== name)))}
          />
        ))}
        <Button size="sm" icon={Plus} onClick={fresh} className="self-start">
          {t("canvas.inputs.add")}
        </Button>
      </section>
    </fieldset>
  );
}
