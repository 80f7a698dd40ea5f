import { type Budget, type Settings, useHome } from "@/api";
import { useI18n } from "@/i18n";
import { Section, Trouble } from "@/stage";
import { Card } from "@/ui";
import { NumberSetting } from "../NumberSetting";
import { useEdit } from "../useEdit";
import { SharedBudgets } from "./SharedBudgets";

const LEAST: Readonly<Record<keyof Budget, number>> = { max_turns: 1, max_tokens: 1, max_cost: 0, max_seconds: 1 };
const RUN = Object.keys(LEAST) as (keyof Budget)[];
const DAY = ["day_tokens", "day_cost"] as const;
const GRID = "grid gap-4 p-4 grid-cols-[repeat(auto-fill,minmax(150px,1fr))]";

/** Budgets: hard limits, by run and by day. */
export function BudgetsSection() {
  const { t, format } = useI18n();
  const { settings, edit, error } = useEdit();
  const { data: home } = useHome();
  const setLimits = (change: Partial<Settings["limits"]>) =>
    edit((now) => ({ ...now, limits: { ...now.limits, ...change } }));
  const setRun = (change: Partial<Budget>) =>
    edit((now) => ({ ...now, limits: { ...now.limits, run: { ...now.limits.run, ...change } } }));
  const used = home && {
    tokens: format.number(home.today.tokens_in + home.today.tokens_out),
    cost: format.money(home.today.cost),
  };
  return (
    <>
      <p className="text-sm text-muted">{t("settings.budgets.about")}</p>
      {error && <Trouble error={error} />}
      <Section title={t("settings.budgets.run")}>
        <Card className={GRID}>
          {RUN.map((name) => (
            <NumberSetting
              key={name}
              label={t(`settings.budgets.${name}`)}
              value={settings.limits.run[name]}
              least={LEAST[name]}
              whole={name === "max_turns" || name === "max_tokens"}
              onCommit={(value) => setRun({ [name]: value })}
            />
          ))}
        </Card>
      </Section>
      <Section title={t("settings.budgets.day")} aside={used && <span className="text-muted">{t("settings.budgets.today", used)}</span>}>
        <Card className={GRID}>
          {DAY.map((name) => (
            <NumberSetting
              key={name}
              label={t(`settings.budgets.${name}`)}
              value={settings.limits[name]}
              least={0}
              whole={name === "day_tokens"}
              onCommit={(value) => setLimits({ [name]: value })}
            />
          ))}
        </Card>
      </Section>
      <SharedBudgets />
    </>
  );
}
