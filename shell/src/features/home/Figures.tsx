import { useMemo } from "react";
import { Link } from "wouter";

import { rangeOf, useMetrics } from "@/api";
import { useI18n } from "@/i18n";
import { Trouble } from "@/stage";
import { Card, Skeleton } from "@/ui";

/** Five figures of the last days, each a card that leads to Insights. */
export function Figures({ days }: { readonly days: number }) {
  const { t, format } = useI18n();
  const range = useMemo(() => rangeOf(days, Date.now()), [days]);
  const { data, error, refetch } = useMetrics(range, "day");
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-18 rounded-lg" />;
  const { runs, success_rate, mean_ms, tokens_in, tokens_out, cost } = data.totals;
  const none = t("home.usage.none");
  const figures = [
    ["runs", format.number(runs)],
    ["success", success_rate === null ? none : t("home.usage.percent", { share: format.number(Math.round(100 * success_rate)) })],
    ["duration", mean_ms === null ? none : format.duration(mean_ms)],
    ["tokens", format.compact(tokens_in + tokens_out)],
    ["cost", format.money(cost)],
  ] as const;
  return (
    <ul className="grid grid-cols-5 gap-3 max-lg:grid-cols-3 max-sm:grid-cols-2">
      {figures.map(([name, figure]) => (
        <li key={name}>
          <Link href="/insights" className="group/figure block rounded-lg">
            <Card className="flex flex-col-reverse gap-0.5 px-4 py-3 transition-colors duration-100 group-hover/figure:border-line-strong">
              <span className="text-xs text-muted">{t(`home.usage.${name}`)}</span>
              <span className="text-lg font-semibold tracking-[-0.01em] text-fg tabular-nums">{figure}</span>
            </Card>
          </Link>
        </li>
      ))}
    </ul>
  );
}
