import { useMemo } from "react";

import { useI18n } from "@/i18n";
import { offsetName, RHYTHMS, type Rhythm, type TimingDraft, zoneName, zones } from "@/schedules";
import { Field, Input, Segmented, Select } from "@/ui";
import type { ScheduleForm } from "../useScheduleForm";
import { DaysField } from "./DaysField";
import { EveryField } from "./EveryField";
import { NextTimes } from "./NextTimes";

/** When: once, every so often, on days at a time, or a pattern for those who know them; and the next times there and then. */
export function WhenPart({ form: { wish, change, lacks } }: { readonly form: ScheduleForm }) {
  const { t } = useI18n();
  const { timing } = wish;
  const set = (edit: Partial<TimingDraft>) => change({ timing: { ...timing, ...edit } });
  const rhythms = wish.heartbeat ? RHYTHMS.filter((each) => each !== "once") : RHYTHMS;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-xs font-medium text-fg">{t("schedules.when")}</legend>
      <Segmented<Rhythm>
        label={t("schedules.when")}
        value={timing.rhythm}
        onChange={(rhythm) => set({ rhythm })}
        options={rhythms.map((value) => ({ value, label: t(`schedules.rhythm.${value}`) }))}
        className="self-start"
      />
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        {timing.rhythm === "once" && (
          <Field label={t("schedules.date")}>
            {(ids) => <Input {...ids} type="date" value={timing.date} onChange={(event) => set({ date: event.target.value })} className="w-40" />}
          </Field>
        )}
        {timing.rhythm === "every" && <EveryField timing={timing} set={set} />}
        {timing.rhythm === "days" && <DaysField timing={timing} set={set} />}
        {(timing.rhythm === "once" || timing.rhythm === "days") && (
          <Field label={t("schedules.time")}>
            {(ids) => <Input {...ids} type="time" value={timing.time} onChange={(event) => set({ time: event.target.value })} className="w-32" />}
          </Field>
        )}
        {timing.rhythm === "cron" && (
          <Field label={t("schedules.cron")} hint={t("schedules.cron.hint")}>
            {(ids) => (
              <Input
                {...ids}
                value={timing.cron}
                spellCheck={false}
                autoComplete="off"
                maxLength={200}
                onChange={(event) => set({ cron: event.target.value })}
                className="w-56 font-mono text-xs"
              />
            )}
          </Field>
        )}
        {timing.rhythm !== "every" && <ZoneField timing={timing} set={set} />}
      </div>
      <NextTimes timing={timing} lacking={lacks.includes("timing")} />
    </fieldset>
  );
}

function ZoneField({ timing, set }: { readonly timing: TimingDraft; readonly set: (edit: Partial<TimingDraft>) => void }) {
  const { t } = useI18n();
  const options = useMemo(() => {
    const now = Date.now();
    return [...new Set([...zones(), timing.timezone])].map((zone) => ({ value: zone, label: zoneName(zone), detail: offsetName(zone, now) }));
  }, [timing.timezone]);
  return (
    <Field label={t("schedules.zone")}>
      {(ids) => <Select {...ids} value={timing.timezone} options={options} onChange={(timezone) => set({ timezone })} className="w-48" />}
    </Field>
  );
}
