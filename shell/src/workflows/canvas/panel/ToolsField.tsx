import { type Step, useCapabilities } from "@/api";
import { capabilityTitle } from "@/catalog";
import { useI18n } from "@/i18n";
import { Segmented, Select, TagInput } from "@/ui";

interface ToolsFieldProps {
  /** The tools by name; null: all that the agent has. */
  readonly tools: Step["tools"];
  readonly onChange: (tools: string[] | null) => void;
}

/** Which tools the agent of a step may use: all of its own, or only those that are named, which may be none. */
export function ToolsField({ tools, onChange }: ToolsFieldProps) {
  const { t } = useI18n();
  return (
    <fieldset className="flex flex-col items-start gap-1.5">
      <legend className="mb-1 text-xs font-medium">{t("canvas.field.tools")}</legend>
      <Segmented
        label={t("canvas.field.tools")}
        value={tools === null ? "all" : "some"}
        options={[
          { value: "all", label: t("canvas.field.tools.all") },
          { value: "some", label: t("canvas.field.tools.some") },
        ]}
        onChange={(choice) => onChange(choice === "all" ? null : [])}
      />
      {tools !== null && <NamedTools tools={tools} onChange={onChange} />}
    </fieldset>
  );
}

function NamedTools({ tools, onChange }: { readonly tools: readonly string[]; readonly onChange: (tools: string[]) => void }) {
  const { t, locale } = useI18n();
  const { data: capabilities = [] } = useCapabilities();
  const others = capabilities.filter(({ name, internal }) => !internal && !tools.includes(name));
  return (
    <div className="w-full">
      <TagInput label={t("canvas.field.tools.names")} placeholder={t("canvas.field.tools.names")} value={tools} onChange={(next) => onChange([...next])} />
      <Select
        label={t("canvas.field.tools.add")}
        placeholder={t("canvas.field.tools.add")}
        value=""
        options={others.map((each) => ({ value: each.name, label: capabilityTitle(each, locale), detail: each.name }))}
        onChange={(name) => onChange([...tools, name])}
        className="mt-1 w-full"
      />
      {tools.length === 0 && <p className="mt-1 text-xs text-muted">{t("canvas.field.tools.none")}</p>}
    </div>
  );
}
