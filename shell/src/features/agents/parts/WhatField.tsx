import { useCapabilities } from "@/api";
import { capabilityTitle } from "@/catalog";
import { useI18n } from "@/i18n";
import { Select } from "@/ui";
import { EFFECTS, type Whats } from "../rules";

interface WhatFieldProps {
  readonly what: Whats;
  readonly tool: string;
  readonly onChange: (what: Whats, tool: string) => void;
}

/** Which calls a rule is about: all with an effect, one tool, or anything. */
export function WhatField({ what, tool, onChange }: WhatFieldProps) {
  const { t, locale } = useI18n();
  const { data: known = [] } = useCapabilities();
  const tools = known
    .filter(({ internal }) => !internal)
    .map((each) => ({ value: each.name, label: capabilityTitle(each, locale) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
  return (
    <>
      <Select<Whats>
        label={t("agents.rules.what")}
        value={what}
        onChange={(next) => onChange(next, tool)}
        options={[...EFFECTS, "all" as const, "tool" as const].map((each) => ({ value: each, label: t(`agents.rules.what.${each}`) }))}
        className="w-full sm:w-64"
      />
      {what === "tool" && (
        <Select
          label={t("agents.rules.tool")}
          value={tool}
          placeholder={t("agents.rules.tool")}
          onChange={(next) => onChange(what, next)}
          options={tools}
          className="w-full sm:w-64"
        />
      )}
    </>
  );
}
