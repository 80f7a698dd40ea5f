import type { Trace } from "@/api";
import { useI18n } from "@/i18n";
import { Badge } from "@/ui";
import { TONES } from "./looks";

/** Less than this is not worth a word. */
const LEAST_WH = 0.01;

/** What a whole run took, in a few figures. */
export function TraceFigures({ trace }: { readonly trace: Trace }) {
  const { t, format } = useI18n();
  const { totals } = trace;
  const figures = [
    ["duration", format.duration(trace.duration_ms)],
    ["spans", format.number(totals.spans)],
    ["tokens", format.compact(totals.tokens_in + totals.tokens_out)],
    ["cost", format.money(totals.cost)],
    ["waited", format.duration(totals.waited_ms)],
  ] as const;
  const energy = totals.energy_wh;
  return (
    <div className="flex flex-col gap-2">
      <dl className="grid grid-cols-5 divide-x divide-line rounded-lg border border-line bg-raised shadow-raised max-sm:grid-cols-2 max-sm:divide-x-0">
        {figures.map(([name, figure]) => (
          <div key={name} className="flex flex-col-reverse gap-0.5 px-4 py-3">
            <dt className="text-xs text-muted">{t(`traces.figure.${name}`)}</dt>
            <dd className="text-lg font-semibold tracking-[-0.01em] text-fg tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <Badge tone={TONES[trace.status]}>{t(`traces.status.${trace.status}`)}</Badge>
        <span>{format.moment(trace.started_at)}</span>
        {totals.tokens_cached > 0 && <span>{t("traces.cached", { amount: format.number(totals.tokens_cached) })}</span>}
        {totals.retries > 0 && <span>{t("traces.retries", { count: totals.retries })}</span>}
        {totals.errors > 0 && <span className="text-bad-text">{t("traces.errors", { count: totals.errors })}</span>}
        {energy !== null && energy >= LEAST_WH && <span>{t("traces.energy", { amount: format.number(Number(energy.toPrecision(2))) })}</span>}
      </p>
    </div>
  );
}
