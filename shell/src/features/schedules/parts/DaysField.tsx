import { useI18n } from "@/i18n";
import { type TimingDraft, WEEK } from "@/schedules";
import { classes } from "@/ui";

interface DaysFieldProps {
  readonly timing: TimingDraft;
  readonly set: (edit: Partial<TimingDraft>) => void;
}

/** The days of the week, as many as one likes. */
export function DaysField({ timing, set }: DaysFieldProps) {
  const { t, format } = useI18n();
  const toggle = (day: number) =>
    set({ days: timing.days.includes(day) ? timing.days.filter((each) => each !== day) : WEEK.filter((each) => each === day || timing.days.includes(each)) });
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden className="text-xs font-medium text-fg">
        {t("schedules.days")}
      </span>
      <div role="group" aria-label={t("schedules.days")} className="flex flex-wrap gap-1">
        {WEEK.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={timing.days.includes(day)}
            aria-label={format.weekday(day)}
            onClick={() => toggle(day)}
            className={classes(
              "h-7 min-w-10 rounded-sm border border-line-strong px-1.5 text-xs font-medium text-muted transition-colors duration-100 hover:bg-hover hover:text-fg",
              "aria-pressed:border-fg aria-pressed:bg-fg aria-pressed:text-panel",
            )}
          >
            {format.weekday(day, "short")}
          </button>
        ))}
      </div>
    </div>
  );
}
