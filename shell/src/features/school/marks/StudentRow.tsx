import { Link } from "wouter";

import type { SchoolAlunoLinha, SchoolAvaliacaoColuna, SchoolEscala, SchoolTurmaResumo } from "@/api";
import { useI18n } from "@/i18n";
import { classes, Tooltip } from "@/ui";
import { markOf, shareOf } from "../figures";
import { pathTo } from "../paths";
import { NoFigure } from "../pieces/NoFigure";
import { MarkCell } from "./MarkCell";
import type { Grid } from "./useGrid";
import type { Marks } from "./useMarks";

interface StudentRowProps {
  readonly student: SchoolAlunoLinha;
  readonly row: number;
  readonly tests: readonly SchoolAvaliacaoColuna[];
  readonly marks: Marks;
  readonly grid: Grid;
  /** The passing mark, in the school's scale. */
  readonly passing: number;
  readonly scale: SchoolEscala;
  readonly turma: SchoolTurmaResumo;
}

/** A student: the name, the mean, every mark, attendance and engagement. */
export function StudentRow({ student, row, tests, marks, grid, passing, scale, turma }: StudentRowProps) {
  const { t, locale } = useI18n();
  const low = student.media !== null && student.media < passing;
  return (
    <tr className="group/row">
      <th scope="row" className="sticky left-0 z-[5] max-w-40 border-r bg-raised py-0 pr-3 pl-4 text-left font-normal group-hover/row:bg-hover sm:max-w-60">
        <span className="flex items-center gap-2">
          <Link href={pathTo("alunos", student.id, { turma: turma.id })} className="min-h-6 min-w-0 truncate rounded-sm leading-6 text-fg underline-offset-2 hover:underline">
            {student.nome}
          </Link>
          {student.alerta && (
            <Tooltip label={t(`school.alert.${student.alerta}`)}>
              <span tabIndex={0} role="img" aria-label={t(`school.alert.${student.alerta}`)} className={classes("size-2 shrink-0 rounded-full", student.alerta === "em_risco" ? "bg-warn" : "bg-bad")} />
            </Tooltip>
          )}
        </span>
      </th>
      <td className={classes("h-9 px-2 text-center font-medium", low ? "text-bad-text" : "text-fg")}>
        {student.media === null ? <NoFigure why={t("school.none.marks")} /> : markOf(student.media, locale, scale.casas)}
      </td>
      {tests.map((test, column) => (
        <MarkCell
          key={test.id}
          row={row}
          column={column}
          student={student}
          test={test}
          mark={marks.markIn(student, test)}
          coming={marks.isComing(student, test)}
          passing={passing / scale.max}
          grid={grid}
        />
      ))}
      <td className="h-9 px-2 text-center text-muted">{student.frequencia === null ? <NoFigure why={t("school.none.attendance")} /> : shareOf(student.frequencia, locale)}</td>
      <td className="h-9 px-2 pr-4 text-center text-muted">{student.faixa === null ? <NoFigure why={t("school.none.engagement")} /> : t(`school.band.${student.faixa}`)}</td>
    </tr>
  );
}
