/** When schedules are due in the time ahead, as far as it can be told without asking. Pure. */

import type { ScheduleView } from "@/api";
import { weeklyOf } from "./timing";
import { dateIn, momentAt } from "./zones";

const DAY = 86_400_000;

/** More marks than this on one line are a line. */
const MOST = 200;

/** The moments a schedule is due from its next time until `until`. Of a free cron pattern only the next is known. */
export function comingOf({ schedule, next_at }: ScheduleView, until: number): readonly number[] {
  const next = next_at == null ? Number.NaN : Date.parse(next_at);
  if (schedule.paused || !(next <= until)) return [];
  if (schedule.interval_s != null) return steps(next, schedule.interval_s * 1_000, until);
  const weekly = schedule.cron == null ? null : weeklyOf(schedule.cron);
  if (weekly === null) return [next];
  const noon = Date.parse(`${dateIn(new Date(next).toISOString(), schedule.timezone)}T12:00:00Z`);
  const later = steps(noon, DAY, until + DAY).flatMap((day) => {
    const date = new Date(day);
    const moment = momentAt(date.toISOString().slice(0, 10), weekly.time, schedule.timezone);
    return moment !== null && weekly.days.includes(date.getUTCDay()) ? [Date.parse(moment)] : [];
  });
  return [next, ...later.filter((moment) => moment > next && moment <= until)];
}

function steps(from: number, by: number, until: number): readonly number[] {
  const count = Math.min(MOST, Math.max(0, Math.floor((until - from) / by) + 1));
  return Array.from({ length: count }, (_, index) => from + index * by);
}
