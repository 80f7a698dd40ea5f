import type { ReactNode } from "react";

import type { MetricsSummary } from "@/api";
import { useI18n } from "@/i18n";
import { Card } from "@/ui";
import { Spark } from "@/ui/chart";
import { tokensOf } from "./figures";

/** Five figures of a period: runs, success, duration, tokens, cost; each with its course. */
export function StatCards({ summary }: { readonly summary: MetricsSummary }) {
  const { t, format } = useI18n();
  const { totals, series } = summary;
  const ended = totals.finished + totals.failed;
  const none = t("insights.none");
  const percent = (share: number | null) => (share === null ? none : t("insights.percent", { share: format.number(Math.round(share * 100)) }));
  const time = (ms: number | null) => (ms === null ? none : format.duration(ms));
  return (
    <dl className="grid grid-cols-5 gap-3 max-lg:grid-cols-3 max-sm:grid-cols-2">
      <Stat name={t("insights.runs")} value={format.number(totals.runs)} about={t("insights.runs.ended", { finished: format.number(totals.finished), failed: format.number(totals.failed) })} course={series.map((day) => day.runs)} />
      <Stat name={t("insights.success")} value={percent(totals.success_rate)} about={t("insights.success.of", { count: ended })} course={series.map((day) => day.success_rate)} />
      <Stat name={t("insights.duration")} value={time(totals.mean_ms)} about={t("insights.duration.p95", { time: time(totals.p95_ms) })} course={series.map((day) => day.mean_ms)} />
      <Stat name={t("insights.tokens")} value={format.compact(tokensOf(totals))} about={t("insights.tokens.inout", { in: format.compact(totals.tokens_in), out: format.compact(totals.tokens_out) })} course={series.map(tokensOf)} />
      <Stat name={t("insights.cost")} value={format.money(totals.cost)} about={t("insights.cost.calls", { count: totals.model_calls })} course={series.map((day) => day.cost)} />
    </dl>
  );
}

interface StatProps {
  readonly name: string;
  readonly value: string;
  readonly about: ReactNode;
  readonly course: readonly (number | null)[];
}

function Stat({ name, value, about, course }: StatProps) {
  return (
    <Card className="flex min-w-0 flex-col gap-1 px-4 py-3.5">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="flex flex-col gap-1">
        <span className="text-xl font-semibold tracking-[-0.01em] text-fg tabular-nums">{value}</span>
        <span className="text-2xs text-muted">{about}</span>
        <Spark values={course} width={112} className="mt-1 max-w-full text-accent" />
      </dd>
    </Card>
  );
}
