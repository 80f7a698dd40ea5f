import { type FormEvent, useMemo, useState } from "react";

import { type DraftedTool, isProblem, type ToolTemplateForm, useFillToolTemplate, useToolTemplates } from "@/api";
import { type JsonSchema, SchemaForm, useForm } from "@/forms";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { Button, Field, Input, Select, Skeleton } from "@/ui";

interface TemplatePartProps {
  readonly onDraft: (drafted: DraftedTool) => void;
}

/** A tool from a template that a person fills in; no model is needed. */
export function TemplatePart({ onDraft }: TemplatePartProps) {
  const t = useT();
  const { data, error, refetch } = useToolTemplates();
  const [chosen, choose] = useState<string>();
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-40 rounded-lg" />;
  const template = data.find(({ id }) => id === chosen) ?? data[0];
  if (template === undefined) return null;
  return (
    <div className="flex flex-col gap-4">
      <Field label={t("tools.template")} hint={template.description}>
        {(ids) => <Select {...ids} label={t("tools.template")} value={template.id} options={data.map(({ id, title }) => ({ value: id, label: title }))} onChange={choose} />}
      </Field>
      <Filling key={template.id} template={template} onDraft={onDraft} />
    </div>
  );
}

function Filling({ template, onDraft }: TemplatePartProps & { readonly template: ToolTemplateForm }) {
  const t = useT();
  const schema = useMemo(() => ({ type: "object", properties: template.fields, required: template.required }) as JsonSchema, [template]);
  const form = useForm(schema);
  const [name, setName] = useState("");
  const [title, setTitle] = useState("");
  const fill = useFillToolTemplate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const values = form.submit();
    if (values !== undefined && !fill.isPending) fill.mutate({ name, template: template.id, title, values }, { onSuccess: onDraft });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t("tools.name")} hint={t("tools.name.hint")} error={isProblem(fill.error) && fill.error.field === "name" ? fill.error.message : undefined}>
        {(ids) => <Input {...ids} required value={name} className="font-mono" onChange={(event) => setName(event.target.value)} />}
      </Field>
      <Field label={t("tools.field.title.pt")}>{(ids) => <Input {...ids} value={title} onChange={(event) => setTitle(event.target.value)} />}</Field>
      <SchemaForm fields={form.fields} draft={form.draft} onChange={form.change} wrongs={form.wrongs} />
      {fill.error && <Trouble error={fill.error} />}
      <Button tone="primary" type="submit" disabled={fill.isPending} className="w-fit">
        {t("tools.draft")}
      </Button>
    </form>
  );
}
