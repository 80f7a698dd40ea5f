import type { AtlasMonthPoint } from "@/api";
import { useI18n } from "@/i18n";
import { monthOf, percentOf } from "@/i18n/amounts";
import { InlineAmount } from "../edit/InlineAmount";
import type { Editing } from "../edit/useEdit";

interface MonthTableProps {
  readonly points: readonly AtlasMonthPoint[];
  readonly unit: string;
  readonly editing: Editing;
}

/** The months of a key result as rows: targets and values, each to be written where it stands. */
export function MonthTable({ points, unit, editing: { fields, save } }: MonthTableProps) {
  const { t, locale } = useI18n();
  const cell = (field: "monthly_targets" | "monthly_actual", name: "target" | "actual", point: AtlasMonthPoint) => {
    const path = `${field}.${point.month}`;
    const label = `${t(`atlas.chart.${name}`)} · ${monthOf(point.month, locale)}`;
    const coming = fields[path];
    return <InlineAmount optional label={label} unit={unit} value={coming === undefined ? point[name] : (coming as number | null)} onSave={(value) => save(path, value, label)} />;
  };
  const names = ["month", "target", "actual", "percent", "confidence"] as const;
  return (
    <div tabIndex={0} role="region" aria-label={t("atlas.chart")} className="max-h-96 overflow-auto rounded-sm">
      <table className="w-full text-sm">
        <thead>
          <tr className="text-left text-xs text-muted">
            {names.map((name) => (
              <th key={name} scope="col" className="py-1.5 pr-4 font-medium last:pr-0 not-first:text-right">
                {t(`atlas.chart.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line tabular-nums">
          {points.map((point) => (
            <tr key={point.month} className="[&>td]:py-1.5 [&>td]:pr-4 [&>td]:text-right [&>td:last-child]:pr-0">
              <th scope="row" className="py-1.5 pr-4 text-left font-normal whitespace-nowrap text-fg">
                {monthOf(point.month, locale)}
              </th>
              <td className="w-1/4 text-muted">{cell("monthly_targets", "target", point)}</td>
              <td className="w-1/4 text-fg">{cell("monthly_actual", "actual", point)}</td>
              <td className="text-fg">{point.percent == null ? t("atlas.field.none") : percentOf(point.percent, locale)}</td>
              <td className="text-muted">{point.confidence ?? t("atlas.field.none")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
