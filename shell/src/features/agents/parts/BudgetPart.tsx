import type { Budget } from "@/api";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Card, Field, NumberField } from "@/ui";
import type { PartProps } from "./part";

const LIMITS: Readonly<Record<keyof Budget, { readonly min: number; readonly max?: number; readonly step: number }>> = {
  max_turns: { min: 1, max: 200, step: 1 },
  max_tokens: { min: 1, step: 10_000 },
  max_cost: { min: 0, step: 0.1 },
  max_seconds: { min: 1, step: 60 },
};
const NAMES = Object.keys(LIMITS) as (keyof Budget)[];

/** Hard limits of each of its runs. */
export function BudgetPart({ draft, set }: PartProps) {
  const t = useT();
  const change = (name: keyof Budget, value: number | null) => {
    if (value === null) return;
    const whole = name === "max_turns" || name === "max_tokens";
    set("budget", { ...draft.budget, [name]: whole ? Math.round(value) : value });
  };
  return (
    <Section title={t("agents.part.budget")} about={t("agents.part.budget.about")}>
      <Card className="grid gap-4 p-4 grid-cols-[repeat(auto-fill,minmax(150px,1fr))]">
        {NAMES.map((name) => (
          <Field key={name} label={t(`settings.budgets.${name}`)}>
            {(ids) => <NumberField {...ids} {...LIMITS[name]} value={draft.budget[name]} onChange={(value) => change(name, value)} />}
          </Field>
        ))}
      </Card>
    </Section>
  );
}
