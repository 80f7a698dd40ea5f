import type { ScheduleView } from "@/api";
import { useI18n } from "@/i18n";
import { RelativeTime, Tooltip } from "@/ui";
import { standingOf } from "./standing";
import { dueOf, zoneOf } from "./words";
import { zoneName } from "./zones";

/** When it is due next, in words; exactly, and in its own zone, on hover. */
export function NextTime({ view }: { readonly view: ScheduleView }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { schedule, next_at: next, last_at: last } = view;
  const standing = standingOf(view);
  if (standing !== "due" || next == null) {
    return (
      <span>
        {t(standing === "paused" ? "scheduled.paused" : "scheduled.over")}
        {last != null && standing === "over" && (
          <>
            {" · "}
            <RelativeTime iso={last} />
          </>
        )}
      </span>
    );
  }
  const elsewhere = zoneOf(schedule) !== null;
  const exact = t("scheduled.exact", { moment: format.moment(next, schedule.timezone), zone: zoneName(schedule.timezone) });
  return (
    <Tooltip label={`${exact} · ${format.ahead(next)}`}>
      <time dateTime={next} tabIndex={-1}>
        {dueOf(next, i18n)}
        {elsewhere && <span className="text-muted"> ({t("scheduled.here")})</span>}
      </time>
    </Tooltip>
  );
}
