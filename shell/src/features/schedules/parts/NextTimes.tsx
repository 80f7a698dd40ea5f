import { useMemo } from "react";

import { useNextTimes } from "@/api";
import { useI18n } from "@/i18n";
import { dueOf, ownZone, type TimingDraft, timingOf, zoneName } from "@/schedules";
import { troubleOf, useSettled } from "@/stage";
import { Skeleton } from "@/ui";

interface NextTimesProps {
  readonly timing: TimingDraft;
  /** Whether somebody tried to save it unfinished. */
  readonly lacking: boolean;
}

/** The next five times, there and then; or what is wrong with the timing. */
export function NextTimes({ timing, lacking }: NextTimesProps) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const wished = useMemo(() => timingOf(timing), [timing]);
  const settled = useSettled(wished, 250);
  const { data, error, isPending } = useNextTimes(settled);
  const elsewhere = timing.timezone !== ownZone();
  if (wished === null) {
    return <p role={lacking ? "alert" : undefined} className={lacking ? "text-xs text-bad-text" : "text-xs text-muted"}>{t(`schedules.lacking.${timing.rhythm}`)}</p>;
  }
  if (error) {
    const { message, hint } = troubleOf(error, t);
    return (
      <p role="alert" className="text-xs text-bad-text">
        {[message, hint].filter(Boolean).join(" ")}
      </p>
    );
  }
  if (isPending) return <Skeleton className="h-16" />;
  return (
    <div className="rounded-md bg-hover px-3 py-2">
      <p className="text-2xs font-medium text-muted">{t("schedules.next")}</p>
      {data.next.length === 0 ? (
        <p className="text-xs text-fg">{t("schedules.next.none")}</p>
      ) : (
        <ol aria-label={t("schedules.next")} className="mt-0.5 flex flex-col gap-0.5 text-xs text-fg tabular-nums">
          {data.next.map((iso) => (
            <li key={iso} className="flex flex-wrap justify-between gap-x-4">
              <time dateTime={iso}>{dueOf(iso, i18n)}</time>
              <span className="text-muted">
                {elsewhere ? t("scheduled.exact", { moment: format.time(iso, timing.timezone), zone: zoneName(timing.timezone) }) : format.ahead(iso)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
