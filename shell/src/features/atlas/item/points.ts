/** The months of a key result as a chart shows them. Pure. */

import type { AtlasMonthPoint } from "@/api";
import type { Locale, Translate } from "@/i18n";
import { amountOf, monthOf, percentOf } from "@/i18n/amounts";
import type { BarPoint } from "@/ui/chart";
import { BAND_FILL, bandOf } from "../bands";

/** One month in words: its name, and what there is to say about it. */
export function wordsOf(point: AtlasMonthPoint, unit: string, locale: Locale, t: Translate): BarPoint["words"] {
  const amount = (value: number | null) => (value === null ? t("atlas.band.none") : amountOf(value, unit, locale));
  const lines: [string, string][] = [
    [t("atlas.chart.actual"), amount(point.actual)],
    [t("atlas.chart.target"), point.target === null ? t("atlas.field.none") : amount(point.target)],
  ];
  if (point.percent != null) lines.push([t("atlas.chart.percent"), percentOf(point.percent, locale)]);
  if (point.confidence != null) lines.push([t("atlas.chart.confidence"), t("atlas.confidence.value", { value: point.confidence })]);
  return { title: monthOf(point.month, locale), lines };
}

/** Bars in the colour of how each month went; over several years the axis names the year, too. */
export function barsOf(points: readonly AtlasMonthPoint[], unit: string, locale: Locale, t: Translate): readonly BarPoint[] {
  const years = new Set(points.map(({ month }) => month.slice(0, 4)));
  return points.map((point) => {
    const name = monthOf(point.month, locale, "name");
    return {
      key: point.month,
      label: years.size > 1 ? `${name} ${point.month.slice(2, 4)}` : name,
      target: point.target,
      actual: point.actual,
      level: point.confidence ?? null,
      tone: point.percent == null ? "fill-muted" : BAND_FILL[bandOf(point.percent)],
      words: wordsOf(point, unit, locale, t),
    };
  });
}
