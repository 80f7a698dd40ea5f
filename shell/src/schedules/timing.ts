/** When something runs, as people choose it and as the server takes it. Pure. */

import { dateIn, momentAt, timeIn } from "./zones";

export type Unit = "minutes" | "hours" | "days";
export type Rhythm = "once" | "every" | "days" | "cron";

export const RHYTHMS: readonly Rhythm[] = ["once", "every", "days", "cron"];
export const UNITS: readonly Unit[] = ["minutes", "hours", "days"];

const SECONDS: Readonly<Record<Unit, number>> = { minutes: 60, hours: 3_600, days: 86_400 };
export const WEEK: readonly number[] = [1, 2, 3, 4, 5, 6, 0];
const WORKDAYS: readonly number[] = [1, 2, 3, 4, 5];

/** As the server keeps it: exactly one of the three, and the zone that clock times are meant in. */
export interface Timing {
  readonly at: string | null;
  readonly interval_s: number | null;
  readonly cron: string | null;
  readonly timezone: string;
}

/** What stands in the form; every rhythm keeps its own fields while another one is looked at. */
export interface TimingDraft {
  readonly rhythm: Rhythm;
  /** `2026-11-15` and `07:00`, as the clock shows them in the zone. */
  readonly date: string;
  readonly time: string;
  readonly count: number;
  readonly unit: Unit;
  /** 0 is Sunday. */
  readonly days: readonly number[];
  readonly cron: string;
  readonly timezone: string;
}

/** Certain days at one time of day. */
export interface Weekly {
  readonly days: readonly number[];
  readonly time: string;
}

/** A form to begin with: workdays at seven, and the next full hour for once. */
export function freshTiming(timezone: string, now: number): TimingDraft {
  const soon = new Date(Math.ceil((now + 1) / 3_600_000) * 3_600_000).toISOString();
  return {
    rhythm: "days",
    date: dateIn(soon, timezone),
    time: "07:00",
    count: 30,
    unit: "minutes",
    days: WORKDAYS,
    cron: "0 7 * * 1-5",
    timezone,
  };
}

/** A schedule's timing as the form shows it. */
export function draftOf(timing: Timing, now: number): TimingDraft {
  const fresh = freshTiming(timing.timezone, now);
  if (timing.at !== null) {
    return { ...fresh, rhythm: "once", date: dateIn(timing.at, timing.timezone), time: timeIn(timing.at, timing.timezone) };
  }
  if (timing.interval_s !== null) return { ...fresh, rhythm: "every", ...intervalOf(timing.interval_s) };
  const cron = timing.cron ?? fresh.cron;
  const weekly = weeklyOf(cron);
  return weekly === null ? { ...fresh, rhythm: "cron", cron } : { ...fresh, rhythm: "days", cron, ...weekly };
}

/** What the server is told; null while something is missing. */
export function timingOf(draft: TimingDraft): Timing | null {
  const { timezone } = draft;
  const timing = { at: null, interval_s: null, cron: null, timezone };
  switch (draft.rhythm) {
    case "once": {
      const at = momentAt(draft.date, draft.time, timezone);
      return at === null ? null : { ...timing, at };
    }
    case "every":
      return draft.count < 1 ? null : { ...timing, interval_s: Math.round(draft.count * SECONDS[draft.unit]) };
    case "days":
      return draft.days.length === 0 || draft.time === "" ? null : { ...timing, cron: cronOf(draft) };
    case "cron":
      return draft.cron.trim() === "" ? null : { ...timing, cron: draft.cron.trim().replace(/\s+/g, " ") };
  }
}

/** An interval in the largest unit that fits it. */
export function intervalOf(seconds: number): { readonly count: number; readonly unit: Unit } {
  const unit = [...UNITS].reverse().find((each) => seconds % SECONDS[each] === 0) ?? "minutes";
  return { count: seconds / SECONDS[unit], unit };
}

/** Days of the week at a time, written as cron. */
export function cronOf({ days, time }: Weekly): string {
  const [hour, minute] = time.split(":").map(Number);
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  const all = sorted.length === 7;
  const said = all ? "*" : sorted.join() === WORKDAYS.join() ? "1-5" : sorted.join(",");
  return `${minute ?? 0} ${hour ?? 0} * * ${said}`;
}

/** Days of the week at a time, read from cron; null when it says anything else. */
export function weeklyOf(cron: string): Weekly | null {
  const found = /^(\d{1,2}) (\d{1,2}) \* \* (\*|\d(?:[-,]\d)*)$/.exec(cron.trim().replace(/\s+/g, " "));
  if (found === null) return null;
  const [, minute = "", hour = "", said = ""] = found;
  if (Number(minute) > 59 || Number(hour) > 23) return null;
  const days = said === "*" ? WEEK : daysIn(said);
  return days === null ? null : { days, time: `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}` };
}

function daysIn(said: string): readonly number[] | null {
  const found = new Set<number>();
  for (const part of said.split(",")) {
    const [from = Number.NaN, to = from] = part.split("-").map(Number);
    if (!(from <= to && to <= 7) || part.split("-").length > 2) return null;
    for (let day = from; day <= to; day += 1) found.add(day % 7);
  }
  return WEEK.filter((day) => found.has(day));
}

/** A name for days that have one of their own. */
export function groupOf(days: readonly number[]): "all" | "workdays" | "weekend" | null {
  const has = new Set(days);
  if (has.size === 7) return "all";
  if (has.size === 5 && WORKDAYS.every((day) => has.has(day))) return "workdays";
  return has.size === 2 && has.has(0) && has.has(6) ? "weekend" : null;
}
