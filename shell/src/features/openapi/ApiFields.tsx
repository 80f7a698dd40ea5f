import { useT } from "@/i18n";
import { Field, Input, Segmented, SwitchField, Textarea } from "@/ui";
import type { Written } from "./draft";

interface ApiFieldsProps {
  readonly written: Written;
  readonly hasId: boolean;
  readonly onChange: (fields: Partial<Written>) => void;
}

/** The fields of an import: where the document is, and what the owner decides about it. */
export function ApiFields({ written, hasId, onChange }: ApiFieldsProps) {
  const t = useT();
  const text = (name: "id" | "url" | "base", hint?: string) => (
    <Field label={t(`openapi.field.${name}`)} hint={hint}>
      {(ids) => <Input {...ids} value={written[name]} maxLength={name === "id" ? 40 : 2_000} onChange={(event) => onChange({ [name]: event.target.value })} />}
    </Field>
  );
  return (
    <>
      {!hasId && text("id", t("openapi.field.id.hint"))}
      <Segmented
        label={t("openapi.kind")}
        value={written.kind}
        options={[
          { value: "text", label: t("openapi.kind.text") },
          { value: "address", label: t("openapi.kind.address") },
        ]}
        onChange={(kind) => onChange({ kind })}
      />
      {written.kind === "address" ? (
        text("url")
      ) : (
        <>
          <Field label={t("openapi.field.file")}>
            {(ids) => (
              <input
                {...ids}
                type="file"
                accept=".json,.yaml,.yml,application/json"
                className="text-sm file:mr-3 file:rounded-md file:border file:border-line file:bg-panel file:px-3 file:py-1.5 file:text-sm file:text-fg"
                onChange={(event) => void event.target.files?.[0]?.text().then((content) => onChange({ text: content }))}
              />
            )}
          </Field>
          <Field label={t("openapi.field.text")}>
            {(ids) => <Textarea {...ids} className="font-mono" rows={8} value={written.text} onChange={(event) => onChange({ text: event.target.value })} />}
          </Field>
        </>
      )}
      {text("base", t("openapi.field.base.hint"))}
      <SwitchField label={t("openapi.field.local")} checked={written.local} onChange={(local) => onChange({ local })} />
      <Field label={t("openapi.field.secrets")} hint={t("openapi.field.secrets.hint")}>
        {(ids) => <Textarea {...ids} className="font-mono" rows={2} value={written.secrets} onChange={(event) => onChange({ secrets: event.target.value })} />}
      </Field>
    </>
  );
}
