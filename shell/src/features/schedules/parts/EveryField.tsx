import { useT } from "@/i18n";
import { type TimingDraft, UNITS, type Unit } from "@/schedules";
import { Field, NumberField, Select } from "@/ui";

interface EveryFieldProps {
  readonly timing: TimingDraft;
  readonly set: (edit: Partial<TimingDraft>) => void;
}

const MOST: Readonly<Record<Unit, number>> = { minutes: 525_600, hours: 8_760, days: 365 };

/** Every so many minutes, hours or days. */
export function EveryField({ timing, set }: EveryFieldProps) {
  const t = useT();
  return (
    <Field label={t("schedules.every")} hint={t("schedules.every.hint")}>
      {(ids) => (
        <div className="flex gap-2">
          <NumberField
            {...ids}
            min={1}
            max={MOST[timing.unit]}
            step={1}
            value={timing.count}
            onChange={(count) => set({ count: Math.round(count ?? 1) })}
            className="w-28"
          />
          <Select
            label={t("schedules.unit")}
            value={timing.unit}
            onChange={(unit) => set({ unit, count: Math.min(timing.count, MOST[unit]) })}
            options={UNITS.map((value) => ({ value, label: t(`schedules.unit.${value}`) }))}
            className="w-32"
          />
        </div>
      )}
    </Field>
  );
}
