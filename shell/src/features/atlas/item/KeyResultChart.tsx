import { ChartColumn, Table } from "lucide-react";
import { useState } from "react";

import type { AtlasMonthPoint } from "@/api";
import { useI18n } from "@/i18n";
import { shortAmountOf } from "@/i18n/amounts";
import { Button, Card, IconButton } from "@/ui";
import { BarChart } from "@/ui/chart";
import type { Editing } from "../edit/useEdit";
import { MonthTable } from "./MonthTable";
import { barsOf } from "./points";

interface KeyResultChartProps {
  readonly points: readonly AtlasMonthPoint[];
  readonly unit: string;
  readonly editing: Editing;
}

/** Target and actual by month with the line of confidence; or the same as a table. */
export function KeyResultChart({ points, unit, editing }: KeyResultChartProps) {
  const { t, locale } = useI18n();
  const [asTable, showTable] = useState(false);
  const bars = barsOf(points, unit, locale, t);
  const empty = points.every((point) => point.target === null && point.actual === null);
  const sure = points.some((point) => point.confidence != null);
  return (
    <Card role="group" aria-label={t("atlas.chart")} className="flex flex-col gap-4 px-5 pt-4 pb-3">
      <div className="flex min-h-7 items-center gap-4 text-xs text-muted">
        <h2 className="font-medium">{t("atlas.chart")}</h2>
        {(!empty || asTable) && (
          <>
            {!asTable && (
              <ul className="ml-auto flex gap-3 max-sm:hidden">
                <Legend className="h-2.5 w-1.5 rounded-[2px] bg-muted" name={t("atlas.chart.actual")} />
                <Legend className="h-2.5 w-3 rounded-[2px] border-t-[1.5px] border-muted bg-active" name={t("atlas.chart.target")} />
              </ul>
            )}
            <IconButton size="sm" icon={asTable ? ChartColumn : Table} label={asTable ? t("atlas.chart.picture") : t("atlas.chart.table")} onClick={() => showTable(!asTable)} className={asTable ? "ml-auto" : "max-sm:ml-auto"} />
          </>
        )}
      </div>
      {asTable ? (
        <MonthTable points={points} unit={unit} editing={editing} />
      ) : empty ? (
        <div className="flex min-h-40 flex-col items-center justify-center gap-1 text-center">
          <p className="text-sm font-medium text-fg">{t("atlas.chart.none")}</p>
          <p className="text-sm text-muted">{t("atlas.chart.none.about")}</p>
          <Button size="sm" icon={Table} onClick={() => showTable(true)} className="mt-2">
            {t("atlas.chart.fill")}
          </Button>
        </div>
      ) : (
        <BarChart
          label={`${t("atlas.chart")}. ${t("atlas.chart.help")}`}
          points={bars}
          axis={(value) => shortAmountOf(value, unit, locale)}
          levelLabel={sure ? t("atlas.chart.confidence") : undefined}
        />
      )}
    </Card>
  );
}

function Legend({ className, name }: { readonly className: string; readonly name: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden className={className} />
      {name}
    </li>
  );
}
