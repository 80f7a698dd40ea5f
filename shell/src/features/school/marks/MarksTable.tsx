import { useState } from "react";

import type { SchoolPaginaTurma } from "@/api";
import { useI18n } from "@/i18n";
import { Card } from "@/ui";
import { ColumnHead } from "./ColumnHead";
import { StudentRow } from "./StudentRow";
import { BY_NAME, type Order, reordered, sorted } from "./sorting";
import { TestHead } from "./TestHead";
import { useGrid } from "./useGrid";
import { useMarks } from "./useMarks";

/** Everybody's marks in every test: walked with the arrows, written in the cells, ordered by any column. */
export function MarksTable({ page }: { readonly page: SchoolPaginaTurma }) {
  const { t, locale } = useI18n();
  const [order, setOrder] = useState<Order>(BY_NAME);
  const marks = useMarks();
  const rows = sorted(page.alunos, order, locale);
  const grid = useGrid(rows, page.avaliacoes, marks);
  const turn = (by: string) => setOrder(reordered(order, by));
  const { escala, media_aprovacao: passing } = page.config;
  return (
    <Card className="overflow-hidden">
      <div tabIndex={-1} className="max-h-[min(640px,75vh)] overflow-auto">
        <table
          ref={grid.table}
          role="grid"
          aria-label={t("school.marks")}
          aria-rowcount={rows.length + 1}
          onKeyDown={(event) => (event.target as HTMLElement).dataset.cell !== undefined && grid.onKeyDown(event)}
          onPaste={grid.onPaste}
          className="w-full border-separate border-spacing-0 text-sm tabular-nums"
        >
          <thead>
            <tr className="[&>th]:sticky [&>th]:top-0 [&>th]:z-10 [&>th]:border-b [&>th]:border-line [&>th]:bg-raised">
              <ColumnHead by="nome" order={order} onTurn={turn} className="left-0 z-20! border-r pl-4 text-left">
                {t("school.student")}
              </ColumnHead>
              <ColumnHead by="media" order={order} onTurn={turn}>
                {t("school.mean")}
              </ColumnHead>
              {page.avaliacoes.map((test) => (
                <TestHead key={test.id} test={test} students={page.total_alunos} order={order} onTurn={turn} />
              ))}
              <ColumnHead by="frequencia" order={order} onTurn={turn}>
                {t("school.attendance")}
              </ColumnHead>
              <ColumnHead by="engajamento" order={order} onTurn={turn} className="pr-4">
                {t("school.engagement")}
              </ColumnHead>
            </tr>
          </thead>
          <tbody className="[&>tr:not(:last-child)>*]:border-b [&>tr>*]:border-line">
            {rows.map((student, row) => (
              <StudentRow key={student.id} student={student} row={row} tests={page.avaliacoes} marks={marks} grid={grid} passing={passing} scale={escala} turma={page.turma} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="border-t border-line px-4 py-2 text-xs text-muted">{t("school.marks.help")}</p>
    </Card>
  );
}
