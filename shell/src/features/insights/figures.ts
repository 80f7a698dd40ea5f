/** Figures of many runs, arranged to be read. Pure. */

import type { Figures, MetricsSummary } from "@/api";

export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

const DAY_MS = 86_400_000;

type Day = MetricsSummary["series"][number];
export type Group = MetricsSummary["groups"][number];

export interface TokenBar {
  /** The day, or the first day of the week: `2026-11-02`. */
  readonly day: string;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly cost: number;
  readonly runs: number;
}

export function tokensOf({ tokens_in, tokens_out }: Pick<Figures, "tokens_in" | "tokens_out">): number {
  return tokens_in + tokens_out;
}

/** One bar for each day, or for each week from Monday on. */
export function barsOf(series: readonly Day[], by: "day" | "week"): readonly TokenBar[] {
  const bars = new Map<string, { day: string; tokens_in: number; tokens_out: number; cost: number; runs: number }>();
  for (const { day, tokens_in, tokens_out, cost, runs } of series) {
    const key = by === "day" ? day : mondayOf(day);
    const bar = bars.get(key);
    if (bar === undefined) bars.set(key, { day: key, tokens_in, tokens_out, cost, runs });
    else {
      bar.tokens_in += tokens_in;
      bar.tokens_out += tokens_out;
      bar.cost += cost;
      bar.runs += runs;
    }
  }
  return [...bars.values()];
}

/** The Monday of the week a day is in. */
export function mondayOf(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  const since = (new Date(at).getUTCDay() + 6) % 7;
  return new Date(at - since * DAY_MS).toISOString().slice(0, 10);
}

export const MOST_RANKED = 8;

/** Models by the tokens they took, then by how often they were asked. */
export function modelsByUse(groups: readonly Group[]): readonly Group[] {
  return groups.filter((group) => group.model_calls > 0).sort((a, b) => tokensOf(b) - tokensOf(a) || b.model_calls - a.model_calls).slice(0, MOST_RANKED);
}

/** Agents of which a run ended, the best first; among equals those that worked more. */
export function agentsBySuccess(groups: readonly Group[]): readonly Group[] {
  return groups.filter((group) => group.success_rate !== null).sort((a, b) => (b.success_rate ?? 0) - (a.success_rate ?? 0) || b.runs - a.runs).slice(0, MOST_RANKED);
}

/** Tools by how long most of their calls take, the slowest first. */
export function slowest(groups: readonly Group[]): readonly Group[] {
  return groups.filter((group) => group.p95_ms !== null).sort((a, b) => (b.p95_ms ?? 0) - (a.p95_ms ?? 0)).slice(0, MOST_RANKED);
}
