import { Link } from "wouter";

import { rangeOf, useMetrics } from "@/api";
import { useI18n } from "@/i18n";
import { Trouble } from "@/stage";

/** Five figures of the last days, each a card that leads to Insights. */
export function Figures({ days }: { readonly days: number }) {
  const { t, format } = useI18n();
  const { data, error } = useMetrics(rangeOf(days, Date.now()), "day");
  if (data === undefined) return error && <Trouble error={error} />;
  const { runs, success_rate, mean_ms, tokens_in, tokens_out, cost } = data.totals;
  const figures = [
    ["runs", format.number(runs)],
    ["success", success_rate === null ? "–" : t("home.usage.percent", { share: format.number(Math.round(100 * success_rate)) })],
    ["duration", mean_ms === null ? "–" : format.duration(mean_ms)],
    ["tokens", format.compact(tokens_in + tokens_out)],
    ["cost", format.money(cost)],
  ] as const;
  return (
    <ul className="grid grid-cols-5 gap-3 max-lg:grid-cols-3 max-sm:grid-cols-2">
      {figures.map(([name, figure]) => (
        <li key={name}>
          <Link href="/insights" className="flex flex-col-reverse gap-0.5 rounded-lg border border-line bg-raised px-4 py-3 shadow-raised hover:border-line-strong">
            <span className="text-xs text-muted">{t(`home.usage.${name}`)}</span>
            <span className="text-lg font-semibold tracking-[-0.01em] text-fg tabular-nums">{figure}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
