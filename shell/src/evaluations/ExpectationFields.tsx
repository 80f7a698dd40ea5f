import { useCapabilities } from "@/api";
import { capabilityTitle } from "@/catalog";
import { useI18n } from "@/i18n";
import { Field, Input, NumberField, Select } from "@/ui";
import type { ExpectationForm } from "./expectations";

interface ExpectationFieldsProps {
  readonly form: ExpectationForm;
  readonly change: (part: Partial<ExpectationForm>) => void;
}

/** The fields that one kind of expectation needs. */
export function ExpectationFields({ form, change }: ExpectationFieldsProps) {
  const { t } = useI18n();
  switch (form.kind) {
    case "mentions":
    case "never_mentions":
    case "judged":
    case "cites":
    case "hands_over": {
      const name = form.kind === "never_mentions" ? "mentions" : form.kind;
      return (
        <Field label={t(`evaluations.text.${name}`)}>
          {(ids) => (
            <Input
              {...ids}
              value={form.text}
              maxLength={form.kind === "judged" ? 1_000 : 200}
              placeholder={t(`evaluations.text.${name}.placeholder`)}
              onChange={(event) => change({ text: event.target.value })}
            />
          )}
        </Field>
      );
    }
    case "calls":
    case "never_calls":
      return <ToolField tool={form.tool} onChange={(tool) => change({ tool })} />;
    case "language":
      return (
        <Select
          label={t("evaluations.language")}
          value={form.language}
          onChange={(language) => change({ language })}
          options={(["pt", "en"] as const).map((value) => ({ value, label: t(`evaluations.language.${value}`) }))}
          className="w-full sm:w-64"
        />
      );
    case "words":
    case "seconds":
    case "tokens":
    case "cost":
      return (
        <Field label={t(`evaluations.most.${form.kind}`)}>
          {(ids) => <NumberField {...ids} value={form.most} min={1} max={20_000_000} step={form.kind === "tokens" ? 1_000 : form.kind === "cost" ? 1 : 10} onChange={(most) => change({ most })} className="w-40" />}
        </Field>
      );
    case "never_writes":
    case "asks_person":
      return null;
  }
}

function ToolField({ tool, onChange }: { readonly tool: string; readonly onChange: (tool: string) => void }) {
  const { t, locale } = useI18n();
  const { data: known = [] } = useCapabilities();
  const tools = known
    .filter(({ internal }) => !internal)
    .map((each) => ({ value: each.name, label: capabilityTitle(each, locale) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
  const effects = (["write", "delete", "exec", "external"] as const).map((effect) => ({ value: `effect:${effect}`, label: t(`evaluations.what.${effect}`) }));
  return (
    <Select
      label={t("evaluations.tool")}
      placeholder={t("evaluations.tool")}
      value={tool}
      options={[...effects, ...tools]}
      onChange={onChange}
      className="w-full sm:w-80"
    />
  );
}
