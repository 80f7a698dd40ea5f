import { Plus } from "lucide-react";
import { useState } from "react";

import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Button, Card, Select } from "@/ui";
import { EMPTY, isChecked, type Kind, KINDS, ruleOf, sentenceOfRule } from "../rules";
import { useToolName } from "../useToolName";
import type { PartProps } from "./part";
import { RuleFields } from "./RuleFields";
import { RuleList } from "./RuleList";

/** Rules that are checked, and rules that are only said; each is a plain sentence. */
export function GuidelinesPart({ draft, set }: PartProps) {
  const t = useT();
  const named = useToolName();
  const [form, setForm] = useState(EMPTY);
  const rules = draft.guidelines;
  const made = ruleOf(form);
  const add = () => {
    if (made === null) return;
    set("guidelines", [...rules, made]);
    setForm({ ...EMPTY, kind: form.kind });
  };
  return (
    <Section title={t("agents.part.guidelines")} about={t("agents.part.guidelines.about")}>
      <Card className="flex flex-col gap-4 p-4">
        <RuleList
          label={t("agents.part.guidelines")}
          items={rules.map((rule) => ({ sentence: sentenceOfRule(rule, t, named), checked: isChecked(rule) }))}
          none={t("agents.rules.none")}
          onRemove={(place) => set("guidelines", rules.filter((_, index) => index !== place))}
        />
        <div role="group" aria-label={t("agents.rules.add")} className="flex flex-col gap-3 border-t border-line pt-4">
          <Select<Kind>
            label={t("agents.rules.kind")}
            value={form.kind}
            onChange={(kind) => setForm({ ...form, kind })}
            options={KINDS.map((value) => ({ value, label: t(`agents.rules.kind.${value}`) }))}
            className="w-full sm:w-64"
          />
          <RuleFields form={form} change={(part) => setForm({ ...form, ...part })} />
          <div className="flex flex-wrap items-center gap-3">
            <Button icon={Plus} disabled={made === null} onClick={add}>
              {t("agents.rules.add")}
            </Button>
            {made && <span className="min-w-0 text-sm text-muted">{sentenceOfRule(made, t, named)}</span>}
          </div>
        </div>
      </Card>
    </Section>
  );
}
