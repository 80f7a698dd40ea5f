import { type AtlasDashboard, useAtlasTrend } from "@/api";
import { useI18n } from "@/i18n";
import { monthOf, percentOf } from "@/i18n/amounts";
import { Card } from "@/ui";
import { LineChart } from "@/ui/chart";
import { BAND_INK } from "../bands";
import { Explained } from "../item/Explained";
import { BandBadge, BandBar, BandMeter } from "../pieces/Band";

interface ScoreCardProps {
  readonly dashboard: AtlasDashboard;
  /** Whether the score is that of one person's own; the line is always the company's. */
  readonly narrowed: boolean;
}

/** How the whole company stands: one figure, what was expected by now, and the way it came. */
export function ScoreCard({ dashboard, narrowed }: ScoreCardProps) {
  const { t, locale } = useI18n();
  const { company, progress, band, expected, bands } = dashboard;
  const score = progress === null ? t("atlas.band.none") : percentOf(progress, locale);
  return (
    <Card className="@container overflow-hidden">
      <div className="grid @[640px]:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <section aria-label={t("atlas.score")} className="flex flex-col gap-5 p-5 sm:p-6">
          <div className="flex flex-wrap items-end gap-x-3 gap-y-1">
            <p aria-label={t("atlas.score.of", { company: company.name, score, band: t(`atlas.band.${band}`) })} className={progress === null ? "text-xl font-medium text-muted" : "text-[44px]/[44px] font-semibold tracking-[-0.03em] text-fg tabular-nums"} role="img">
              {score}
            </p>
            {progress !== null && (
              <span className="pb-1">
                <BandBadge band={band} />
              </span>
            )}
          </div>
          <div className="flex flex-col gap-2.5">
            <BandMeter label={t("atlas.score")} progress={progress} band={band} expected={expected} className="h-2" />
            <Explained progress={progress} expected={expected} />
          </div>
          <BandBar bands={bands} told className="mt-auto" />
        </section>
        <Trend company={company.id} band={narrowed ? "none" : band} narrowed={narrowed} />
      </div>
    </Card>
  );
}

function Trend({ company, band, narrowed }: { readonly company: string; readonly band: AtlasDashboard["band"]; readonly narrowed: boolean }) {
  const { t, locale } = useI18n();
  const { data } = useAtlasTrend(company);
  const about = t(narrowed ? "atlas.trend.company" : "atlas.trend.about");
  const points = data?.points ?? [];
  const drawn = points.filter((point) => point.progress !== null).length > 1;
  return (
    <section aria-label={t("atlas.trend")} className="flex min-w-0 flex-col gap-3 border-line p-5 max-[640px]:border-t sm:p-6 @[640px]:border-l">
      <h2 className="text-xs font-medium text-muted">{about}</h2>
      {drawn ? (
        <LineChart
          label={`${about}. ${t("atlas.chart.help")}`}
          points={points.map(({ month, progress }) => ({
            key: month,
            label: monthOf(month, locale, "name"),
            value: progress,
            words: [monthOf(month, locale), progress === null ? t("atlas.band.none") : percentOf(progress, locale)],
          }))}
          axis={(value) => percentOf(value, locale)}
          className={band === "none" ? "text-run" : BAND_INK[band]}
        />
      ) : (
        <p className="flex min-h-24 flex-1 items-center justify-center px-6 text-center text-sm text-muted">{data && t("atlas.trend.empty")}</p>
      )}
    </section>
  );
}
