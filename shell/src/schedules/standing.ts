/** How schedules stand, and the order they are shown in. Pure. */

import type { ScheduleView } from "@/api";

/** Due at some time, resting until somebody resumes it, or over: nothing more will come. */
export type Standing = "due" | "paused" | "over";

export function standingOf({ schedule, next_at }: ScheduleView): Standing {
  if (schedule.paused) return "paused";
  return next_at == null ? "over" : "due";
}

const PLACES: Readonly<Record<Standing, number>> = { due: 0, paused: 1, over: 2 };

/** The next one due first; then what rests, then what is over. */
export function inOrder(views: readonly ScheduleView[]): readonly ScheduleView[] {
  const place = (view: ScheduleView) => PLACES[standingOf(view)];
  return [...views].sort((a, b) => place(a) - place(b) || (a.next_at ?? "").localeCompare(b.next_at ?? ""));
}
