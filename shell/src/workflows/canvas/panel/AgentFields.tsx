import { useCapabilities, usePersonas } from "@/api";
import { capabilityTitle } from "@/catalog";
import { useI18n } from "@/i18n";
import { Field, NumberField, Select, TagInput } from "@/ui";
import { BoundText } from "./BoundText";
import type { StepPartProps } from "./useStep";

const OWN = "";

/** Who works on it, what they are told, and which tools they may use. */
export function AgentFields({ editing: { place, step, change } }: StepPartProps) {
  const { t, locale } = useI18n();
  const { data: personas = [] } = usePersonas();
  const { data: capabilities = [] } = useCapabilities();
  const tools = step.tools ?? [];
  const others = capabilities.filter(({ name, internal }) => !internal && !tools.includes(name));
  return (
    <>
      <Field label={t("canvas.kind.agent")}>
        {(ids) => (
          <Select
            {...ids}
            value={step.agent ?? OWN}
            options={[{ value: OWN, label: t("canvas.about.agent") }, ...personas.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={(agent) => change({ agent: agent === OWN ? null : agent })}
          />
        )}
      </Field>
      <BoundText place={place} label={t("canvas.field.prompt")} hint={t("canvas.field.prompt.about")} isLong value={step.prompt ?? ""} onChange={(prompt) => change({ prompt })} />
      <Field label={t("canvas.field.tools")} hint={t(step.tools === null ? "canvas.field.tools.all" : "canvas.field.tools.some")}>
        {(ids) => (
          <>
            <TagInput {...ids} value={tools} onChange={(next) => change({ tools: next.length === 0 ? null : [...next] })} />
            <Select
              label={t("canvas.field.tools.add")}
              placeholder={t("canvas.field.tools.add")}
              value=""
              options={others.map((each) => ({ value: each.name, label: capabilityTitle(each, locale), detail: each.name }))}
              onChange={(name) => change({ tools: [...tools, name] })}
              className="mt-1 w-full"
            />
          </>
        )}
      </Field>
      <Field label={t("canvas.field.max_turns")}>
        {(ids) => <NumberField {...ids} value={step.max_turns} min={1} max={200} onChange={(max_turns) => change({ max_turns })} />}
      </Field>
    </>
  );
}
