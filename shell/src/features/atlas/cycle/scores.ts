/** Scores of a cycle, and the cycle behind it. Pure. */

import type { AtlasCycle } from "@/api";

/** How well that is: 0.7 is good work on an ambitious goal. */
export function toneOf(score: number | null): "none" | "poor" | "fair" | "good" {
  if (score === null) return "none";
  return score >= 0.7 ? "good" : score >= 0.4 ? "fair" : "poor";
}

/** The score somebody typed, with a comma or a point; null when it is none from 0.0 to 1.0. */
export function readScore(text: string): number | null {
  const plain = text.trim().replace(",", ".");
  if (!/^(0(\.\d{1,2})?|1(\.0{1,2})?|\.\d{1,2})$/.test(plain)) return null;
  return Number(plain);
}

const DAY = 86_400_000;

export interface NextCycle {
  readonly name: string;
  readonly start: string;
  readonly end: string;
}

/** The cycle that would follow: as long, beginning the day after; a year in its name counts on. */
export function nextOf({ name, start, end }: Pick<AtlasCycle, "name" | "start" | "end">): NextCycle {
  const [from, to] = [Date.parse(start), Date.parse(end)];
  if (Number.isNaN(from) || Number.isNaN(to)) return { name, start: "", end: "" };
  const begins = new Date(to + DAY);
  // Months are counted, not days: a year after a leap year is still a year.
  const months = Math.round((to + DAY - from) / DAY / 30.44);
  const ends = new Date(Date.UTC(begins.getUTCFullYear(), begins.getUTCMonth() + months, begins.getUTCDate()) - DAY);
  const [year, next] = [start.slice(0, 4), String(begins.getUTCFullYear())];
  return { name: name.replaceAll(year, next), start: begins.toISOString().slice(0, 10), end: ends.toISOString().slice(0, 10) };
}
