import { useState } from "react";

import type { MetricsSummary } from "@/api";
import { useI18n } from "@/i18n";
import { Section } from "@/stage";
import { Card, Segmented } from "@/ui";
import { BarChart } from "@/ui/chart";
import { barsOf, tokensOf } from "./figures";

/** Tokens over time, a bar for each day or week. */
export function TokenChart({ summary }: { readonly summary: MetricsSummary }) {
  const { t, format, locale } = useI18n();
  const [by, setBy] = useState<"day" | "week">("day");
  const bars = barsOf(summary.series, by);
  // Days are those of the server: noon keeps them where they are in every time zone.
  const noon = (day: string) => `${day}T12:00:00Z`;
  const short = new Intl.DateTimeFormat(locale, { day: "numeric", month: "numeric", timeZone: "UTC" });
  const name = (day: string) => (by === "day" ? format.date(noon(day)) : t("insights.chart.weekof", { day: format.date(noon(day)) }));
  const points = bars.map((bar) => ({
    key: bar.day,
    label: short.format(new Date(noon(bar.day))),
    target: null,
    actual: tokensOf(bar),
    tone: "fill-accent",
    words: {
      title: name(bar.day),
      lines: [
        [t("insights.tokens"), t("insights.tokens.inout", { in: format.number(bar.tokens_in), out: format.number(bar.tokens_out) })],
        [t("insights.cost"), format.money(bar.cost)],
        [t("insights.runs"), format.number(bar.runs)],
      ] as const,
    },
  }));
  const options = (["day", "week"] as const).map((value) => ({ value, label: t(`insights.chart.${value}`) }));
  return (
    <Section title={t("insights.chart")} aside={<Segmented label={t("insights.chart.by")} value={by} options={options} onChange={setBy} />}>
      <Card className="p-4">
        <BarChart label={t("insights.chart.read")} points={points} axis={format.compact} />
      </Card>
    </Section>
  );
}
