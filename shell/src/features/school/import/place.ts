/** How far an import has come, as the address keeps it: reloading the page loses nothing. Pure. */

import type { SchoolImportKind } from "@/api";

export const KINDS: readonly SchoolImportKind[] = ["notas", "frequencia", "oneroster"];

export interface Place {
  readonly kind: SchoolImportKind;
  /** The file that was brought. */
  readonly file: string | null;
  /** The run that imports it. */
  readonly run: string | null;
  /** The class it is for. */
  readonly turma: string | null;
}

export function placeIn(search: string): Place {
  const query = new URLSearchParams(search);
  return {
    kind: KINDS.find((kind) => kind === query.get("tipo")) ?? "notas",
    file: query.get("file"),
    run: query.get("run"),
    turma: query.get("turma"),
  };
}

/** The address of a place in the import; what it does not name is left out. */
export function queryOf({ kind, file, run, turma }: Place): Readonly<Record<string, string | undefined>> {
  return { tipo: kind === "notas" ? undefined : kind, turma: turma ?? undefined, file: file ?? undefined, run: run ?? undefined };
}

/** A table that was pasted from a spreadsheet, as a file. */
export function pasted(text: string): File {
  return new File([text], "planilha.csv", { type: "text/csv" });
}
