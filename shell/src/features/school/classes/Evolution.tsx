import type { SchoolEscala, SchoolPonto } from "@/api";
import { Note } from "@/apps";
import { useI18n } from "@/i18n";
import { dayOf } from "@/i18n/amounts";
import { Section } from "@/stage";
import { Card } from "@/ui";
import { LineChart } from "@/ui/chart";
import { shortDayOf } from "../days";
import { cellOf, markOf } from "../figures";

interface EvolutionProps {
  readonly points: readonly SchoolPonto[];
  readonly scale: SchoolEscala;
  readonly passing: number;
}

/** How the mean went, test after test; the dashed line is the passing mark. */
export function Evolution({ points, scale, passing }: EvolutionProps) {
  const { t, locale } = useI18n();
  const about = t("school.evolution.about", { mark: markOf(passing, locale, scale.casas) });
  return (
    <Section title={t("school.evolution")} aside={points.length > 1 && <span className="text-muted">{about}</span>}>
      {points.length < 2 ? (
        <Note>{t("school.evolution.none")}</Note>
      ) : (
        <Card className="px-4 pt-3 pb-2">
          <LineChart
            label={`${t("school.evolution")}. ${about}. ${t("school.chart.help")}`}
            height={188}
            reach={scale.max}
            mark={passing}
            axis={(value) => cellOf(value, locale)}
            points={points.map(({ data, media, n }, index) => ({
              key: `${data} ${index}`,
              label: shortDayOf(data, locale),
              value: media,
              words: [dayOf(data, locale), t("school.evolution.point", { mark: markOf(media, locale, scale.casas), count: n })],
            }))}
          />
        </Card>
      )}
    </Section>
  );
}
