import { CalendarRange } from "lucide-react";

import { type AtlasCompanyCard, isProblem, useAtlasCycle } from "@/api";
import { useI18n } from "@/i18n";
import { dayOf } from "@/i18n/amounts";
import { RowsSkeleton, Section, Trouble } from "@/stage";
import { Badge, Card, EmptyState } from "@/ui";
import { Closing } from "./Closing";
import { ScoreRing } from "./ScoreRing";

interface CyclePartProps {
  readonly company: AtlasCompanyCard;
  /** The cycle; the current one, if none is named. */
  readonly id?: string;
}

/** The end of a cycle: what each objective came to from 0.0 to 1.0, and what goes on in the next. */
export function CyclePart({ company, id }: CyclePartProps) {
  const { t, locale } = useI18n();
  const { data, error, refetch } = useAtlasCycle(company.id, id);
  if (data === undefined) {
    if (isProblem(error, "not_found")) {
      return (
        <EmptyState icon={CalendarRange} title={t("atlas.cycle.missing")}>
          {t("atlas.cycle.missing.about")}
        </EmptyState>
      );
    }
    return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton count={5} />;
  }
  const { cycle, score } = data;
  const closed = cycle.status === "completed";
  return (
    <div className="flex flex-col gap-6">
      <Section title={t("atlas.cycle.score")}>
        <Card className="flex flex-wrap items-center gap-5 px-5 py-5">
          <ScoreRing score={score} label={t("atlas.cycle.score")} />
          <div className="min-w-0 flex-1 basis-60">
            <p className="flex flex-wrap items-center gap-2 text-md font-semibold text-fg">
              {cycle.name}
              {closed && <Badge>{t("records.value.completed")}</Badge>}
            </p>
            <p className="text-sm text-muted tabular-nums">
              {dayOf(cycle.start, locale)} – {dayOf(cycle.end, locale)}
            </p>
            <p className="mt-2 max-w-lg text-sm text-muted">{t("atlas.cycle.score.about")}</p>
          </div>
        </Card>
      </Section>
      <Closing key={`${cycle.id} ${cycle.status}`} company={company} data={data} closed={closed} />
    </div>
  );
}
