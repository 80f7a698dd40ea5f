import { type FormEvent, useState } from "react";

import { type SharedBudget, usePersonas, useProjects, useSchedules } from "@/api";
import { nameOf, projectNameOf, useI18n } from "@/i18n";
import { Button, Card, Field, Input, Segmented, Select, type SelectOption } from "@/ui";
import { parseNumber } from "../numbers";
import { isLimit } from "./budgets";

const KINDS = ["project", "agent", "schedule", "all"] as const;
const PERIODS = ["day", "month"] as const;

/** A form for one more budget: whose runs share it, for how long, and how much they may spend. */
export function NewBudget({ onAdd }: { readonly onAdd: (budget: SharedBudget) => void }) {
  const { t, locale } = useI18n();
  const [of, setOf] = useState<SharedBudget["of"]>("project");
  const [id, setId] = useState("");
  const [period, setPeriod] = useState<SharedBudget["period"]>("day");
  const [tokens, setTokens] = useState("");
  const [cost, setCost] = useState("");
  const owners = useOwners(of);
  const read = (text: string) => (text.trim() === "" ? null : parseNumber(text, locale));
  const limits = { tokens: read(tokens), cost: read(cost) };
  const wrong = [limits.tokens, limits.cost].some((value) => value === undefined || (value !== null && value < 0)) || (limits.tokens ?? 0) % 1 !== 0;
  const budget = { of, id: of === "all" ? "" : id, period, tokens: limits.tokens ?? null, cost: limits.cost ?? null };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAdd(budget);
    setTokens("");
    setCost("");
  };
  return (
    <Card className="p-4">
      <form onSubmit={submit} aria-label={t("settings.budgets.new")} className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end gap-4">
          <Field label={t("settings.budgets.whose")}>
            {(ids) => (
              <Select
                {...ids}
                value={of}
                options={KINDS.map((kind) => ({ value: kind, label: t(`settings.budgets.of.${kind}`) }))}
                onChange={(kind) => {
                  setOf(kind);
                  setId("");
                }}
                className="w-40"
              />
            )}
          </Field>
          {of !== "all" && (
            <Field label={t(`settings.budgets.of.${of}`)}>
              {(ids) => <Select {...ids} value={id} options={owners} placeholder={t("settings.budgets.choose")} onChange={setId} className="w-52 max-w-full" />}
            </Field>
          )}
          <Segmented
            label={t("settings.budgets.period")}
            value={period}
            options={PERIODS.map((each) => ({ value: each, label: t(`settings.budgets.period.${each}`) }))}
            onChange={setPeriod}
          />
        </div>
        <div className="flex flex-wrap items-end gap-4">
          <Amount label={t("settings.budgets.max_tokens")} value={tokens} onChange={setTokens} />
          <Amount label={t("settings.budgets.max_cost")} value={cost} onChange={setCost} />
          <Button type="submit" disabled={wrong || !isLimit(budget) || (of !== "all" && id === "")}>
            {t("settings.budgets.add")}
          </Button>
        </div>
        {wrong && (
          <p role="alert" className="text-xs text-bad-text">
            {t("settings.budgets.number", { least: 0 })}
          </p>
        )}
      </form>
    </Card>
  );
}

function Amount({ label, value, onChange }: { readonly label: string; readonly value: string; readonly onChange: (value: string) => void }) {
  const { t } = useI18n();
  return (
    <Field label={label}>
      {(ids) => (
        <Input {...ids} value={value} inputMode="decimal" autoComplete="off" placeholder={t("settings.budgets.none")} className="w-40" onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}

/** Whom a budget may be for, by name. */
function useOwners(of: SharedBudget["of"]): readonly SelectOption<string>[] {
  const { t } = useI18n();
  const { data: projects = [] } = useProjects();
  const { data: agents = [] } = usePersonas();
  const { data: schedules = [] } = useSchedules();
  switch (of) {
    case "all":
      return [];
    case "project":
      return projects.map(({ project }) => ({ value: project.id, label: projectNameOf(project, t) }));
    case "agent":
      return agents.map((agent) => ({ value: agent.id, label: nameOf(agent, t) }));
    case "schedule":
      return schedules.map(({ schedule }) => ({ value: schedule.id, label: schedule.title }));
  }
}
