import { type FormEvent, type ReactNode, useState } from "react";

import { type DraftedTool, type ToolDraft, useTestTool } from "@/api";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { Button, Field, Input, Textarea } from "@/ui";
import { type FormDraft, type JsonField, toolOf } from "./drafts";
import { ReachFields } from "./ReachFields";
import { TestResults } from "./TestResults";

interface ToolFormProps {
  readonly form: FormDraft;
  readonly onChange: (form: FormDraft) => void;
  /** Whether the name is settled. */
  readonly named?: boolean;
  readonly saveWord: string;
  readonly saving: boolean;
  readonly error: Error | null;
  readonly notice?: ReactNode;
  /** What came of its tests so far. */
  readonly results?: DraftedTool["results"];
  readonly onSave: (name: string, tool: ToolDraft) => void;
  readonly onCancel: () => void;
}

const WORDS = ["title", "description"] as const;
const LANGUAGES = ["pt", "en"] as const;
const SCHEMAS: readonly JsonField[] = ["params", "returns", "examples", "tests"];

/** The editor of a tool, by hand or after a draft: the same checks, and tests in the sandbox before it is kept. */
export function ToolForm({ form, onChange, named = false, saveWord, saving, error, notice, results, onSave, onCancel }: ToolFormProps) {
  const t = useT();
  const [wrong, setWrong] = useState<readonly JsonField[]>([]);
  const test = useTestTool();
  const read = (): ToolDraft | undefined => {
    const found = toolOf(form);
    setWrong("wrong" in found ? found.wrong : []);
    return "tool" in found ? found.tool : undefined;
  };
  const run = () => {
    const tool = read();
    if (tool !== undefined) test.mutate({ name: form.name, tool });
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const tool = read();
    if (tool !== undefined && !saving) onSave(form.name, tool);
  };
  const shown = test.data?.results ?? results;
  const trouble = error ?? test.error;
  return (
    <form onSubmit={save} className="flex flex-col gap-4">
      {!named && (
        <Field label={t("tools.name")} hint={t("tools.name.hint")}>
          {(ids) => <Input {...ids} required value={form.name} className="font-mono" onChange={(event) => onChange({ ...form, name: event.target.value })} />}
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {WORDS.flatMap((field) =>
          LANGUAGES.map((language) => (
            <Field key={`${field}.${language}`} label={t(`tools.field.${field}.${language}`)}>
              {(ids) => (
                <Input
                  {...ids}
                  required
                  value={form.tool[field][language]}
                  onChange={(event) => onChange({ ...form, tool: { ...form.tool, [field]: { ...form.tool[field], [language]: event.target.value } } })}
                />
              )}
            </Field>
          )),
        )}
      </div>
      <Field label={t("tools.field.source")} hint={t("tools.field.source.hint")}>
        {(ids) => (
          <Textarea
            {...ids}
            required
            spellCheck={false}
            className="min-h-40 font-mono text-xs"
            value={form.tool.source}
            onChange={(event) => onChange({ ...form, tool: { ...form.tool, source: event.target.value } })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <ReachFields tool={form.tool} onChange={(tool) => onChange({ ...form, tool })} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {SCHEMAS.map((field) => (
          <Field key={field} label={t(`tools.field.${field}`)} error={wrong.includes(field) ? t("tools.not.json") : undefined}>
            {(ids) => <Textarea {...ids} spellCheck={false} className="min-h-24 font-mono text-xs" value={form[field]} onChange={(event) => onChange({ ...form, [field]: event.target.value })} />}
          </Field>
        ))}
      </div>
      {shown !== undefined && <TestResults results={shown} />}
      {notice}
      {trouble && <Trouble error={trouble} />}
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" type="submit" disabled={saving}>
          {saveWord}
        </Button>
        <Button onClick={run} disabled={test.isPending}>
          {t("tools.test")}
        </Button>
        <Button onClick={onCancel}>{t("tools.cancel")}</Button>
      </div>
    </form>
  );
}
