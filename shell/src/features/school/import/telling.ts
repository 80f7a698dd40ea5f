/** What an import tells, counted and ordered for reading. Pure. */

import type { SchoolCounts, SchoolImportCell, SchoolImported, SchoolRoster } from "@/api";

export type Telling = SchoolImported | SchoolRoster;

export const isRoster = (told: Telling): told is SchoolRoster => "tabelas" in told;

const NOTHING: SchoolCounts = { criar: 0, alterar: 0, iguais: 0, rejeitadas: 0, remover: 0 };

/** How much is new, changed, the same and refused, all together. */
export function countsOf(told: Telling): SchoolCounts {
  if (!isRoster(told)) return told.contagem;
  return Object.values(told.tabelas).reduce(
    (sum, each) => ({ criar: sum.criar + each.criar, alterar: sum.alterar + each.alterar, iguais: sum.iguais + each.iguais, rejeitadas: sum.rejeitadas + each.rejeitadas, remover: (sum.remover ?? 0) + (each.remover ?? 0) }),
    NOTHING,
  );
}

/** Whether there is anything in it to be done. */
export function hasWork(told: Telling): boolean {
  const { criar, alterar, remover } = countsOf(told);
  return criar + alterar + (remover ?? 0) > 0 || (!isRoster(told) && (told.turma_nova || told.alunos_novos.length > 0));
}

const ROW = /^(?:Linha|Row) \d+\b/;

/** What is said about the file as a whole; what is said about a row stands in its own list. */
export function notesOf(told: Telling): readonly string[] {
  return isRoster(told) ? told.avisos : told.avisos.filter((note) => !ROW.test(note));
}

/** What nothing is made of: a line for each column or row and reason, with all that stands in it. */
export function leftOf(told: Telling): readonly string[] {
  const lines = new Map<string, string[]>();
  for (const { linha, cabecalho, arquivo, valor, motivo } of told.deixados ?? []) {
    const where = [arquivo, cabecalho].filter((part) => part !== undefined && part !== "").join(" ");
    const title = where === "" ? motivo : `${where} (${motivo})`;
    const line = lines.get(title);
    if (line === undefined) lines.set(title, [`${linha}: ${valor}`]);
    else line.push(`${linha}: ${valor}`);
  }
  return [...lines].map(([title, values]) => `${title}: ${values.join(" | ")}`);
}

/** The cells of a kind. */
export function cellsOf(cells: readonly SchoolImportCell[], op: SchoolImportCell["op"]): readonly SchoolImportCell[] {
  return cells.filter((cell) => cell.op === op);
}
