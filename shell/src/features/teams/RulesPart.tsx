import { Plus, X } from "lucide-react";

import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Button, Card, IconButton, Input, Select } from "@/ui";
import { editRule, rulesOf, withRule } from "./drafts";
import type { PartProps } from "./TeamForm";
import { useMembers } from "./useMembers";

const STRATEGIES = ["auto", "interrupt"] as const;

/** Who hands over to whom, when, and whether the person is asked. */
export function RulesPart({ draft, onChange }: PartProps) {
  const t = useT();
  const { called } = useMembers();
  const members = draft.agents.map(({ agent }) => ({ value: agent, label: called(agent) }));
  const rules = rulesOf(draft);
  return (
    <Section title={t("teams.part.rules")} about={t("teams.part.rules.about")}>
      <ul className="flex flex-col gap-2">
        {rules.map((rule, place) => (
          <li key={place}>
            <Card className="flex flex-wrap items-center gap-2 p-3">
              <Select className="min-w-32 flex-1" label={t("teams.part.rule.from")} value={rule.from_agent} options={members} onChange={(from_agent) => onChange(editRule(draft, place, { from_agent }))} />
              <span aria-hidden>→</span>
              <Select className="min-w-32 flex-1" label={t("teams.part.rule.to")} value={rule.to_agent} options={members} onChange={(to_agent) => onChange(editRule(draft, place, { to_agent }))} />
              <IconButton icon={X} size="sm" label={t("teams.part.rule.remove")} onClick={() => onChange({ ...draft, handoff_rules: rules.filter((_, index) => index !== place) })} />
              <Input
                className="min-w-40 flex-1 basis-full sm:basis-auto"
                aria-label={t("teams.part.rule.when")}
                placeholder="confidence<0.5"
                value={rule.condition ?? ""}
                onChange={(event) => onChange(editRule(draft, place, { condition: event.target.value }))}
              />
              <Select
                className="min-w-40"
                label={t("teams.part.rule.strategy")}
                value={rule.strategy ?? "auto"}
                options={STRATEGIES.map((value) => ({ value, label: t(`teams.strategy.${value}`) }))}
                onChange={(strategy) => onChange(editRule(draft, place, { strategy }))}
              />
            </Card>
          </li>
        ))}
      </ul>
      <Button className="w-fit" icon={Plus} disabled={draft.agents.length < 2} onClick={() => onChange(withRule(draft))}>
        {t("teams.part.rule.add")}
      </Button>
    </Section>
  );
}
