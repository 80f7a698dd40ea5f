import type { SchoolCounts } from "@/api";
import { useI18n } from "@/i18n";
import { dayOf } from "@/i18n/amounts";
import { Badge, Card } from "@/ui";
import { cellOf } from "../figures";
import { isRoster, type Telling } from "./telling";

const COUNTS = ["criar", "alterar", "remover", "iguais", "rejeitadas"] as const;

interface Counted extends SchoolCounts {
  readonly name: string;
  readonly about: string;
  readonly fresh: boolean;
}

/** What comes with the file, test by test, day by day or table by table. */
export function CountList({ told }: { readonly told: Telling }) {
  const { t, locale, format } = useI18n();
  const roster = isRoster(told);
  const rows: readonly Counted[] = roster
    ? Object.entries(told.tabelas).map(([name, counts]) => ({ ...counts, name, about: "", fresh: false }))
    : [
        ...(told.avaliacoes ?? []).map((test) => ({ ...test, name: test.titulo, about: [test.materia, dayOf(test.data, locale), t("school.test.worth", { points: cellOf(test.valor_maximo, locale) })].filter(Boolean).join(" · "), fresh: test.nova })),
        ...(told.dias ?? []).map((day) => ({ ...day, name: dayOf(day.data, locale), about: "", fresh: false })),
      ];
  if (rows.length === 0) return null;
  const counts = COUNTS.filter((name) => name !== "remover" || rows.some(({ remover }) => (remover ?? 0) > 0));
  const title = t(roster ? "school.import.tables" : told.avaliacoes === undefined ? "school.import.days" : "school.import.tests");
  return (
    <Card className="overflow-hidden">
      <div role="region" aria-label={title} tabIndex={0} className="max-h-80 overflow-auto -outline-offset-2">
        <table className="w-full text-sm tabular-nums">
          <thead>
            <tr className="text-xs text-muted [&>th]:sticky [&>th]:top-0 [&>th]:border-b [&>th]:border-line [&>th]:bg-raised">
              <th scope="col" className="px-4 py-2 text-left font-medium">
                {title}
              </th>
              {counts.map((name) => (
                <th key={name} scope="col" className="px-3 py-2 text-right font-medium last:pr-4">
                  {t(`school.import.count.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row, index) => (
              <tr key={`${index} ${row.name}`}>
                <th scope="row" className="px-4 py-2 text-left font-normal text-fg">
                  {row.name} {row.fresh && <Badge tone="ok">{t("school.import.fresh")}</Badge>}
                  {row.about !== "" && <p className="text-xs text-muted">{row.about}</p>}
                </th>
                {counts.map((name) => (
                  <td key={name} className={(row[name] ?? 0) === 0 ? "px-3 py-2 text-right text-muted last:pr-4" : "px-3 py-2 text-right text-fg last:pr-4"}>
                    {format.number(row[name] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
