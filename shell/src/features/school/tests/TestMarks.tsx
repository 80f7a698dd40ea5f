import { useMemo } from "react";
import { Link } from "wouter";

import { type SchoolPaginaAvaliacao, useSchoolClass } from "@/api";
import { Note } from "@/apps";
import { useI18n } from "@/i18n";
import { Section } from "@/stage";
import { Card, Tooltip } from "@/ui";
import { cellOf } from "../figures";
import { MarkCell } from "../marks/MarkCell";
import { useGrid } from "../marks/useGrid";
import { useMarks } from "../marks/useMarks";
import { pathTo } from "../paths";
import { columnOf, givenIn, rowsOf } from "./sheet";

/** From which share of the points on a mark is enough, until the school's own word is here. */
const PASSING = 0.6;

/** Everybody's mark in one test, typed one after the other: Enter goes on to the next student. */
export function TestMarks({ page }: { readonly page: SchoolPaginaAvaliacao }) {
  const { t, locale } = useI18n();
  const test = useMemo(() => columnOf(page), [page]);
  const rows = useMemo(() => rowsOf(page), [page]);
  const marks = useMarks();
  const grid = useGrid(rows, [test], marks);
  const { data: turma } = useSchoolClass(page.turma.id, "tudo");
  const passing = turma === undefined ? PASSING : turma.config.media_aprovacao / turma.config.escala.max;
  const { itens } = page.avaliacao;
  if (page.alunos.length === 0) return <Note>{t("school.exam.nobody")}</Note>;
  return (
    <Section title={t("school.exam.marks")} aside={<span className="text-muted">{t("school.exam.marked", { n: givenIn(page.alunos), total: page.alunos.length })}</span>}>
      <Card className="overflow-hidden">
        <div tabIndex={-1} className="max-h-[min(720px,75vh)] overflow-auto">
          <table
            ref={grid.table}
            role="grid"
            aria-label={t("school.exam.marks")}
            onKeyDown={(event) => (event.target as HTMLElement).dataset.cell !== undefined && grid.onKeyDown(event)}
            onPaste={grid.onPaste}
            className="w-full border-separate border-spacing-0 text-sm tabular-nums"
          >
            <thead>
              <tr className="[&>th]:sticky [&>th]:top-0 [&>th]:z-10 [&>th]:border-b [&>th]:border-line [&>th]:bg-raised [&>th]:px-2 [&>th]:py-2 [&>th]:text-xs [&>th]:font-medium [&>th]:text-muted">
                <th scope="col" className="left-0 z-20! pl-4! text-left">
                  {t("school.exam.student")}
                </th>
                <th scope="col">{t("school.exam.mark", { max: cellOf(page.avaliacao.valor_maximo, locale) })}</th>
                {itens.map(({ n, habilidades, pontos_max }) => (
                  <th key={n} scope="col">
                    <Tooltip label={[...habilidades, t("school.question.worth", { count: pontos_max })].join(" · ")}>
                      <span tabIndex={0} className="rounded-sm">
                        {t("school.exam.item", { n })}
                      </span>
                    </Tooltip>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="[&>tr:not(:last-child)>*]:border-b [&>tr>*]:border-line">
              {rows.map((student, row) => (
                <tr key={student.id} className="group/row">
                  <th scope="row" className="sticky left-0 z-[5] max-w-56 bg-raised py-0 pr-3 pl-4 text-left font-normal group-hover/row:bg-hover">
                    <Link href={pathTo("alunos", student.id, { turma: page.turma.id })} className="block truncate rounded-sm text-fg underline-offset-2 hover:underline">
                      {student.nome}
                    </Link>
                  </th>
                  <MarkCell row={row} column={0} student={student} test={test} mark={marks.markIn(student, test)} coming={marks.isComing(student, test)} passing={passing} grid={grid} />
                  {itens.map(({ n }) => {
                    const points = page.alunos[row]?.itens[String(n)];
                    return (
                      <td key={n} className="h-9 px-2 text-center text-xs text-muted">
                        {points === undefined ? "–" : cellOf(points, locale)}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className="border-t border-line px-4 py-2 text-xs text-muted">{t("school.marks.help")}</p>
      </Card>
    </Section>
  );
}
