import { Link } from "wouter";

import type { SchoolTurmaDesempenho } from "@/api";
import { useI18n } from "@/i18n";
import { Card, classes } from "@/ui";
import { markOf, shareOf } from "../figures";
import { pathTo } from "../paths";
import { NoFigure } from "../pieces/NoFigure";
import { TrendMark } from "../pieces/TrendMark";

/** A row for each class, its mean as a figure and as a bar. */
export function ClassTable({ classes: rows }: { readonly classes: readonly SchoolTurmaDesempenho[] }) {
  const { t } = useI18n();
  const heads = ["school.mean", "school.below", "school.trend", "school.engagement", "school.alerts.short"] as const;
  return (
    <Card className="overflow-hidden">
      <div role="group" aria-label={t("school.part.turmas")} tabIndex={0} className="overflow-x-auto -outline-offset-2">
        <table className="w-full text-sm tabular-nums">
          <thead>
            <tr className="border-b border-line text-xs text-muted">
              <th scope="col" className="px-4 py-2 text-left font-medium">
                {t("school.class")}
              </th>
              {heads.map((head) => (
                <th key={head} scope="col" className="px-3 py-2 text-right font-medium whitespace-nowrap last:pr-4">
                  {t(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <ClassRow key={row.turma.id} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function ClassRow({ row }: { readonly row: SchoolTurmaDesempenho }) {
  const { t, locale, format } = useI18n();
  const of = t("school.of.students", { n: row.alunos_com_nota, total: row.total_alunos, tests: t("school.tests.count", { count: row.n_avaliacoes }) });
  const none = <NoFigure why={t("school.none.marks")} />;
  return (
    <tr className="[&>td]:px-3 [&>td]:py-2 [&>td]:text-right [&>td:last-child]:pr-4">
      <th scope="row" className="px-4 py-2 text-left font-normal">
        <Link href={pathTo("turmas", row.turma.id)} className="rounded-sm font-medium text-fg underline-offset-2 hover:underline">
          {row.turma.nome}
        </Link>
        <p className="text-xs whitespace-nowrap text-muted">{of}</p>
      </th>
      <td className="font-medium text-fg">{row.media === null ? none : markOf(row.media, locale)}</td>
      <td className={classes("whitespace-nowrap", row.abaixo ? "text-bad-text" : "text-muted")}>
        {row.abaixo === null || row.pct_abaixo === null ? none : `${format.number(row.abaixo)} (${shareOf(row.pct_abaixo, locale)})`}
      </td>
      <td>
        <span className="inline-flex justify-end">
          {row.tendencia === "indefinida" || row.tendencia === "" ? <NoFigure why={t("school.none.trend")} /> : <TrendMark trend={row.tendencia} delta={row.delta} />}
        </span>
      </td>
      <td className="text-muted">{row.engajamento === null ? <NoFigure why={t("school.none.engagement")} /> : shareOf(row.engajamento, locale)}</td>
      <td className={row.alertas > 0 ? "text-warn-text" : "text-muted"}>{format.number(row.alertas)}</td>
    </tr>
  );
}
