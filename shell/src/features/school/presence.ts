/** Whether somebody was there: the words of the register. Pure. */

import type { SchoolPaginaChamada, SchoolPresenca } from "@/api";

export const PRESENCES = ["presente", "falta", "falta_justificada", "atraso"] as const satisfies readonly SchoolPresenca[];

/** Whether a word is one of the register's. */
export function isPresence(word: unknown): word is SchoolPresenca {
  return PRESENCES.some((each) => each === word);
}

export type Marked = Readonly<Record<string, SchoolPresenca>>;

/** Everybody's presence: as it was marked here, else as it is noted, else present. */
export function presences(page: SchoolPaginaChamada, marked: Marked): readonly { readonly id: string; readonly nome: string; readonly presenca: SchoolPresenca }[] {
  return page.alunos.map(({ id, nome, presenca }) => ({ id, nome, presenca: marked[id] ?? presenca ?? "presente" }));
}

/** How many are away. */
export function awayIn(rows: readonly { readonly presenca: SchoolPresenca }[]): number {
  return rows.filter(({ presenca }) => presenca === "falta" || presenca === "falta_justificada").length;
}
