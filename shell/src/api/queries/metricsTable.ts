/** The figures of many runs as a table to take away. Apart from the figures: home needs no table. */

import type { MetricsGroup } from "../types";
import type { MetricsRange } from "./metrics";

/** Where the figures of a range are as a table. */
export function metricsCsvUrl({ from, to, project }: MetricsRange, group: MetricsGroup): string {
  return `/v1/metrics/summary?${new URLSearchParams({ from, to, group, ...(project && { project }), format: "csv" })}`;
}
