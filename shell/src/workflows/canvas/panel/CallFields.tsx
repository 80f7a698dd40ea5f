import { useMemo } from "react";

import { useCapabilities } from "@/api";
import { capabilityTitle, EffectBadge } from "@/catalog";
import { typeOf } from "@/flow";
import { fieldsOf, type JsonSchema } from "@/forms";
import { helpOf, useI18n } from "@/i18n";
import { Field, Select } from "@/ui";
import { ParamField } from "./ParamField";
import type { StepPartProps } from "./useStep";

/** Which tool is used, and with what: fields made from what the tool takes. */
export function CallFields({ editing: { place, step, change } }: StepPartProps) {
  const { t, locale } = useI18n();
  const { data: capabilities = [] } = useCapabilities();
  const call = step.call;
  const capability = capabilities.find(({ name }) => name === call?.capability);
  const fields = useMemo(() => (capability === undefined ? [] : fieldsOf(capability.params as JsonSchema)), [capability]);
  const wanted = useMemo(() => new Map(fields.map(({ name }) => [name, typeOf(capability?.params ?? {}, [name]) ?? {}])), [fields, capability]);
  const params = call?.params ?? {};
  const known = new Set(fields.map(({ name }) => name));
  const strange = Object.keys(params).filter((name) => !known.has(name));
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...others } = params;
    change({ call: { capability: call?.capability ?? "", params: value === undefined ? others : { ...params, [name]: value } } });
  };
  const options = capabilities
    .filter(({ internal, name }) => !internal || name === call?.capability)
    .map((each) => ({ value: each.name, label: capabilityTitle(each, locale), detail: each.name }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
  return (
    <>
      <Field label={t("canvas.kind.call")} hint={capability && helpOf(capability.description, locale).split("\n")[0]}>
        {(ids) => (
          <Select {...ids} value={call?.capability ?? ""} placeholder={call?.capability || t("canvas.about.call")} options={options} onChange={(name) => change({ call: { capability: name, params } })} className="w-full" />
        )}
      </Field>
      {capability && (
        <span>
          <EffectBadge effect={capability.effect} />
        </span>
      )}
      {fields.map((field) => (
        <ParamField key={`${capability?.name}.${field.name}`} place={place} field={field} wanted={wanted.get(field.name)} value={params[field.name]} onChange={(value) => set(field.name, value)} />
      ))}
      {capability &&
        strange.map((name) => (
          <ParamField
            key={name}
            place={place}
            field={{ name, label: name, shape: { kind: "json" }, required: false, nullable: false, hint: t("canvas.field.strange") }}
            value={params[name]}
            onChange={(value) => set(name, value)}
          />
        ))}
    </>
  );
}
