import { usePersonas } from "@/api";
import { nameOf, useI18n } from "@/i18n";
import { Field, NumberField, Select } from "@/ui";
import { BoundText } from "./BoundText";
import { ToolsField } from "./ToolsField";
import type { StepPartProps } from "./useStep";

const OWN = "";

/** Who works on it, what they are told, and which tools they may use. */
export function AgentFields({ editing: { place, step, change } }: StepPartProps) {
  const { t } = useI18n();
  const { data: personas = [] } = usePersonas();
  return (
    <>
      <Field label={t("canvas.kind.agent")}>
        {(ids) => (
          <Select
            {...ids}
            value={step.agent ?? OWN}
            options={[{ value: OWN, label: t("canvas.about.agent") }, ...personas.map((each) => ({ value: each.id, label: nameOf(each, t) }))]}
            onChange={(agent) => change({ agent: agent === OWN ? null : agent })}
          />
        )}
      </Field>
      <BoundText place={place} label={t("canvas.field.prompt")} hint={t("canvas.field.prompt.about")} isLong value={step.prompt ?? ""} onChange={(prompt) => change({ prompt })} />
      <ToolsField tools={step.tools} onChange={(tools) => change({ tools })} />
      <Field label={t("canvas.field.max_turns")}>
        {(ids) => <NumberField {...ids} value={step.max_turns} min={1} max={200} onChange={(max_turns) => change({ max_turns })} />}
      </Field>
    </>
  );
}
