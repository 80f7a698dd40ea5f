import { useCapabilities } from "@/api";
import { useT } from "@/i18n";
import { Fold, Section } from "@/stage";
import { Card, RadioGroup } from "@/ui";
import { isEntry, isRule, patterns, RULES, withPatterns } from "../tools";
import type { PartProps } from "./part";
import { PatternField } from "./PatternField";

/** What waits for a yes, in plain words; patterns for those who want them. */
export function PolicyPart({ draft, set }: PartProps) {
  const t = useT();
  const { data: known = [] } = useCapabilities();
  const { capabilities, policy } = draft;
  return (
    <Section title={t("agents.part.policy")} about={t("agents.part.policy.about")}>
      <Card className="flex flex-col gap-4 p-4">
        <RadioGroup
          label={t("agents.onwrite")}
          value={policy.on_write === "fail" ? "fail" : "ask"}
          onChange={(on_write) => set("policy", { ...policy, on_write })}
          options={[
            { value: "ask", label: t("agents.onwrite.ask"), detail: t("agents.onwrite.ask.about") },
            { value: "fail", label: t("agents.onwrite.fail"), detail: t("agents.onwrite.fail.about") },
          ]}
        />
        <Fold title={t("agents.patterns")}>
          <p className="mb-3 text-xs text-muted">{t("agents.patterns.about")}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            {(["allow", "deny"] as const).map((list) => (
              <PatternField
                key={list}
                label={t(`agents.patterns.${list}`)}
                value={patterns(capabilities[list], known)}
                fits={isEntry}
                onChange={(wanted) => set("capabilities", { ...capabilities, [list]: withPatterns(capabilities[list], wanted, known) })}
              />
            ))}
            {RULES.map((rule) => (
              <PatternField
                key={rule}
                label={t(`agents.patterns.rule.${rule}`)}
                value={patterns(policy[rule], known)}
                fits={isRule}
                onChange={(wanted) => set("policy", { ...policy, [rule]: withPatterns(policy[rule], wanted, known) })}
              />
            ))}
          </div>
        </Fold>
      </Card>
    </Section>
  );
}
