/** Schedules in words. Pure. */

import type { Schedule } from "@/api";
import type { I18n } from "@/i18n";
import { groupOf, intervalOf, weeklyOf } from "./timing";
import { ownZone } from "./zones";

type Timed = Pick<Schedule, "at" | "interval_s" | "cron" | "timezone">;

/** How often: "Every 30 minutes", "Monday to Friday at 07:00", "Once". A free pattern is shown as it is written. */
export function rhythmOf({ at, interval_s, cron }: Timed, { t, format }: I18n): string {
  if (at != null) return t("scheduled.once");
  if (interval_s != null) {
    const { count, unit } = intervalOf(interval_s);
    return t(`scheduled.every.${unit}`, { count });
  }
  const weekly = weeklyOf(cron ?? "");
  if (weekly === null) return cron ?? "";
  const group = groupOf(weekly.days);
  const days = group === null ? format.all(weekly.days.map((day) => format.weekday(day, "short"))) : t(`scheduled.days.${group}`);
  // A clock time of the schedule's own zone, written down on whichever day.
  return t("scheduled.at", { day: days, time: format.time(`2026-01-01T${weekly.time}:00Z`, "UTC") });
}

/** The zone whose clocks it goes by, unless that is the one here or it only counts hours. */
export function zoneOf({ interval_s, timezone }: Pick<Timed, "interval_s" | "timezone">, here = ownZone()): string | null {
  return interval_s != null || timezone === here ? null : timezone;
}

/** When next: "Tomorrow at 07:00". */
export function dueOf(iso: string, { t, format }: I18n, now?: number): string {
  return t("scheduled.at", { day: format.due(iso, now), time: format.time(iso) });
}

/** What a schedule is called: its title, else the words it says, else its workflow. */
export function titleOf({ title, prompt, workflow, heartbeat }: Pick<Schedule, "title" | "prompt" | "workflow" | "heartbeat">, { t }: Pick<I18n, "t">): string {
  if (title !== "" && title !== undefined) return title;
  if (heartbeat) return t("scheduled.heartbeat");
  const first = prompt?.split("\n", 1)[0]?.trim();
  return first || workflow || t("scheduled.untitled");
}
