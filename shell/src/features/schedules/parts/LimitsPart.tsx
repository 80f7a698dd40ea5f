import type { ReactNode } from "react";

import { useT } from "@/i18n";
import { Fold } from "@/stage";
import { Field, NumberField, RadioGroup } from "@/ui";
import type { ScheduleForm } from "../useScheduleForm";
import { MISSED, OVERLAPS, withLimit } from "../wish";

/** What happens when the machine was off, when the run before is not over, and how much it may cost. */
export function LimitsPart({ form: { wish, change } }: { readonly form: ScheduleForm }) {
  const t = useT();
  const { budget } = wish;
  return (
    <Fold title={t("schedules.more")}>
      <div className="flex flex-col gap-4 pt-1">
        <Choice title={t("schedules.missed")}>
          <RadioGroup
            label={t("schedules.missed")}
            value={wish.missed}
            onChange={(missed) => change({ missed })}
            options={MISSED.map((value) => ({ value, label: t(`schedules.missed.${value}`) }))}
          />
        </Choice>
        <Choice title={t("schedules.overlap")}>
          <RadioGroup
            label={t("schedules.overlap")}
            value={wish.overlap}
            onChange={(overlap) => change({ overlap })}
            options={OVERLAPS.map((value) => ({ value, label: t(`schedules.overlap.${value}`) }))}
          />
        </Choice>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t(wish.heartbeat ? "schedules.cost.day" : "schedules.cost")} hint={t("schedules.limit.hint")}>
            {(ids) => (
              <NumberField
                {...ids}
                min={0}
                step={0.1}
                unit="US$"
                value={budget?.max_cost ?? null}
                placeholder={t("schedules.limit.none")}
                onChange={(value) => change({ budget: withLimit(budget, "max_cost", value) })}
              />
            )}
          </Field>
          <Field label={t("schedules.minutes")}>
            {(ids) => (
              <NumberField
                {...ids}
                min={1}
                step={5}
                unit="min"
                value={budget === null ? null : Math.round(budget.max_seconds / 60)}
                placeholder={t("schedules.limit.none")}
                onChange={(value) => change({ budget: withLimit(budget, "max_seconds", value === null ? null : value * 60) })}
              />
            )}
          </Field>
        </div>
      </div>
    </Fold>
  );
}

function Choice({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden className="text-xs font-medium text-fg">
        {title}
      </span>
      {children}
    </div>
  );
}
