import { Trash2 } from "lucide-react";

import { type BudgetStatus, type SharedBudget, useBudgets } from "@/api";
import { projectNameOf, useI18n } from "@/i18n";
import { Section } from "@/stage";
import { Badge, Card, IconButton, Meter } from "@/ui";
import { useEdit } from "../useEdit";
import { NewBudget } from "./NewBudget";
import { spentBy, withBudget, withoutBudget } from "./budgets";

/** Budgets that the runs of a project, an agent or a schedule share, or all runs of a month. */
export function SharedBudgets() {
  const { t } = useI18n();
  const { settings, edit } = useEdit();
  const { data: statuses = [] } = useBudgets();
  const budgets = settings.limits.shared;
  const change = (list: (now: readonly SharedBudget[]) => SharedBudget[]) =>
    edit((now) => ({ ...now, limits: { ...now.limits, shared: list(now.limits.shared) } }));
  return (
    <Section title={t("settings.budgets.shared")}>
      <p className="mb-3 text-sm text-muted">{t("settings.budgets.shared.about")}</p>
      {budgets.length > 0 && (
        <ul className="mb-3 flex flex-col gap-2">
          {budgets.map((budget) => (
            <BudgetCard
              key={`${budget.of}/${budget.id}/${budget.period}`}
              budget={budget}
              status={spentBy(statuses, budget)}
              onRemove={() => change((now) => withoutBudget(now, budget))}
            />
          ))}
        </ul>
      )}
      <NewBudget onAdd={(budget) => change((now) => withBudget(now, budget))} />
    </Section>
  );
}

interface BudgetCardProps {
  readonly budget: SharedBudget;
  readonly status: BudgetStatus | undefined;
  readonly onRemove: () => void;
}

/** One budget: whose it is, how long it lasts, how much of it is spent. */
function BudgetCard({ budget, status, onRemove }: BudgetCardProps) {
  const { t, format } = useI18n();
  const name = status?.name || budget.id;
  const named = budget.of === "project" ? projectNameOf({ id: budget.id, name }, t) : name;
  const whose = budget.of === "all" ? t("settings.budgets.of.all") : named;
  const { tokens, cost } = { tokens: status?.tokens ?? 0, cost: status?.cost ?? 0 };
  return (
    <li>
      <Card className="flex flex-col gap-3 p-4">
      <div className="flex items-center gap-2">
        <span className="min-w-0 truncate text-sm font-medium text-fg">{whose}</span>
        {budget.of !== "all" && <span className="text-xs text-muted">{t(`settings.budgets.of.${budget.of}`)}</span>}
        <Badge>{t(`settings.budgets.period.${budget.period}`)}</Badge>
        {status !== undefined && status.share >= 1 && <Badge tone="bad">{t("settings.budgets.spent")}</Badge>}
        <span className="flex-1" />
        <IconButton icon={Trash2} size="sm" label={t("settings.budgets.remove", { whose })} onClick={onRemove} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {budget.tokens !== null && (
          <Meter
            label={t("settings.budgets.max_tokens")}
            value={tokens}
            max={budget.tokens}
            words={t("settings.budgets.used", { spent: format.number(tokens), limit: format.number(budget.tokens) })}
          />
        )}
        {budget.cost !== null && (
          <Meter
            label={t("settings.budgets.cost")}
            value={cost}
            max={budget.cost}
            words={t("settings.budgets.used", { spent: format.money(cost), limit: format.money(budget.cost) })}
          />
        )}
      </div>
      </Card>
    </li>
  );
}
