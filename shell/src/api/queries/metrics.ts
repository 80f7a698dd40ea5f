/** What many runs took, added up by day, model, agent or capability. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { client, unwrap } from "../client";
import { keys } from "../keys";
import type { MetricsGroup, MetricsSummary } from "../types";

/** Days in UTC, both included: `2026-11-01`. */
export interface MetricsRange {
  readonly from: string;
  readonly to: string;
  /** Whose runs are counted; left out: those of all projects. */
  readonly project?: string;
}

const DAY_MS = 86_400_000;

/** So many days, today included, as the server counts days. */
export function rangeOf(days: number, now: number): MetricsRange {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: day(now - (days - 1) * DAY_MS), to: day(now) };
}

/** While an old log is still being read, the figures are asked for again. */
const AGAIN_MS = 2_000;

/** The figures of a range, in groups. */
export function useMetrics(range: MetricsRange, group: MetricsGroup) {
  return useQuery({
    queryKey: [...keys.metrics, group, range.from, range.to, range.project ?? ""],
    queryFn: async ({ signal }) => {
      const answer = await unwrap(client.GET("/v1/metrics/summary", { params: { query: { ...range, group } }, signal }));
      return answer as MetricsSummary; // only `format: "csv"` answers with a text
    },
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    refetchInterval: (query) => (query.state.data?.is_complete === false ? AGAIN_MS : false),
  });
}
