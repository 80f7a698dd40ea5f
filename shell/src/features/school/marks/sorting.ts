/** The rows of the table of marks in the order one wants. Pure. */

import type { SchoolAlunoLinha } from "@/api";

/** What the rows are ordered by: the name, a figure, or the id of a test. */
export interface Order {
  readonly by: string;
  readonly down: boolean;
}

export const BY_NAME: Order = { by: "nome", down: false };

/** The same column turns round; another begins with what one looks for first: names from A, figures from the lowest. */
export function reordered(before: Order, by: string): Order {
  return before.by === by ? { by, down: !before.down } : { by, down: false };
}

/** Rows in order; who has no figure comes last, whichever way. */
export function sorted(rows: readonly SchoolAlunoLinha[], { by, down }: Order, locale: string): readonly SchoolAlunoLinha[] {
  const names = new Intl.Collator(locale, { sensitivity: "base", numeric: true });
  const turn = down ? -1 : 1;
  return rows.toSorted((a, b) => {
    if (by === "nome") return turn * names.compare(a.nome, b.nome);
    const [left, right] = [figureOf(a, by), figureOf(b, by)];
    if (left === null || right === null) return left === right ? names.compare(a.nome, b.nome) : left === null ? 1 : -1;
    return turn * (left - right) || names.compare(a.nome, b.nome);
  });
}

function figureOf(row: SchoolAlunoLinha, by: string): number | null {
  switch (by) {
    case "media":
      return row.media;
    case "frequencia":
      return row.frequencia;
    case "engajamento":
      return row.engajamento;
    default:
      return row.notas[by]?.valor ?? null;
  }
}
