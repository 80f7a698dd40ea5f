import { useT } from "@/i18n";
import { Field, Input, NumberField, Select, TagInput } from "@/ui";
import type { RuleForm } from "../rules";
import { WhatField } from "./WhatField";

interface RuleFieldsProps {
  readonly form: RuleForm;
  readonly change: (part: Partial<RuleForm>) => void;
}

/** The fields that one kind of rule needs. */
export function RuleFields({ form, change }: RuleFieldsProps) {
  const t = useT();
  const line = (name: "text" | "asked" | "when" | "do", placeholder?: string) => (
    <Field label={t(`agents.rules.${name}`)}>
      {(ids) => <Input {...ids} value={form[name]} maxLength={200} placeholder={placeholder} onChange={(event) => change({ [name]: event.target.value })} />}
    </Field>
  );
  switch (form.kind) {
    case "never":
    case "ask":
      return (
        <div className="flex flex-wrap gap-2">
          <WhatField what={form.what} tool={form.tool} onChange={(what, tool) => change({ what, tool })} />
        </div>
      );
    case "files":
      return (
        <Field label={t("agents.rules.paths")}>
          {(ids) => (
            <TagInput {...ids} value={form.paths} placeholder={t("agents.rules.paths.placeholder")} onChange={(paths) => change({ paths })} className="font-mono" />
          )}
        </Field>
      );
    case "language":
      return (
        <>
          <Select
            label={t("agents.rules.language")}
            value={form.language}
            onChange={(language) => change({ language })}
            options={(["pt", "en"] as const).map((value) => ({ value, label: t(`agents.rules.language.${value}`) }))}
            className="w-full sm:w-64"
          />
          {line("asked")}
        </>
      );
    case "length":
      return (
        <>
          <Field label={t("agents.rules.words")}>
            {(ids) => <NumberField {...ids} value={form.words} min={5} max={20_000} step={10} onChange={(words) => change({ words: words ?? 150 })} className="w-40" />}
          </Field>
          {line("asked")}
        </>
      );
    case "mention":
    case "omit":
      return (
        <>
          {line("text", t("agents.rules.text.placeholder"))}
          {line("asked")}
        </>
      );
    case "cite":
      return line("asked");
    case "said":
      return (
        <>
          {line("when", t("agents.rules.when.placeholder"))}
          {line("do", t("agents.rules.do.placeholder"))}
        </>
      );
  }
}
