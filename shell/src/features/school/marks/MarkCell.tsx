import { useRef } from "react";

import type { SchoolAlunoLinha, SchoolAvaliacaoColuna, SchoolNotaCelula } from "@/api";
import { useI18n } from "@/i18n";
import { classes } from "@/ui";
import { cellOf, LETTERS } from "../figures";
import { isAt } from "./places";
import type { Grid } from "./useGrid";

interface MarkCellProps {
  readonly row: number;
  readonly column: number;
  readonly student: SchoolAlunoLinha;
  readonly test: SchoolAvaliacaoColuna;
  readonly mark: SchoolNotaCelula | undefined;
  /** Whether it is on its way to be kept. */
  readonly coming: boolean;
  /** From which share of the points on a mark is enough to pass. */
  readonly passing: number;
  readonly grid: Grid;
}

/** One mark: read, or written where it stands. */
export function MarkCell({ row, column, student, test, mark, coming, passing, grid }: MarkCellProps) {
  const { t, locale } = useI18n();
  const chosen = useRef(false);
  const draft = isAt(grid.draft, row, column) ? grid.draft : null;
  const name = t("school.mark.of", { student: student.nome, test: test.titulo });
  if (draft !== null) {
    return (
      <td className="relative p-0">
        <input
          autoFocus
          aria-label={name}
          inputMode="decimal"
          autoComplete="off"
          value={draft.text}
          onFocus={(event) => event.currentTarget.setSelectionRange(draft.text.length, draft.text.length)}
          onChange={(event) => grid.type(event.target.value)}
          onBlur={() => grid.keep("stay")}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            event.stopPropagation();
            const next = KEYS[event.key];
            if (event.key === "Escape") grid.leave();
            else if (event.key === "Enter" || event.key === "Tab") grid.keep(event.key === "Enter" ? (event.shiftKey ? "up" : "down") : event.shiftKey ? "left" : "right");
            else if (next !== undefined) grid.keep(next);
            else return;
            event.preventDefault();
          }}
          className="absolute inset-0 w-full bg-raised px-2 text-center tabular-nums outline-2 -outline-offset-1 outline-accent"
        />
      </td>
    );
  }
  const situacao = mark?.situacao ?? "pendente";
  const valor = mark?.valor ?? null;
  const given = situacao === "lancada" && valor !== null;
  const shown = given ? cellOf(valor, locale) : LETTERS[situacao === "lancada" ? "pendente" : situacao];
  const spoken = given ? shown : t(`school.situation.${situacao === "lancada" ? "pendente" : situacao}`);
  const low = given && valor / test.valor_maximo < passing;
  return (
    <td
      role="gridcell"
      data-cell={`${row} ${column}`}
      tabIndex={isAt(grid.at, row, column) ? 0 : -1}
      aria-label={`${name}: ${spoken}`}
      title={given ? undefined : spoken}
      onFocus={() => !isAt(grid.at, row, column) && grid.focus({ row, column })}
      // The first click chooses a cell, the next one writes in it.
      onPointerDown={(event) => {
        chosen.current = document.activeElement === event.currentTarget;
      }}
      onClick={() => chosen.current && grid.begin({ row, column })}
      className={classes(
        "h-9 min-w-14 cursor-cell px-2 text-center -outline-offset-1 transition-colors duration-100 hover:bg-hover",
        given ? (low ? "font-medium text-bad-text" : "text-fg") : "text-muted",
        coming && "opacity-60",
      )}
    >
      {shown}
    </td>
  );
}

const KEYS: Readonly<Record<string, "down" | "up">> = { ArrowDown: "down", ArrowUp: "up" };
