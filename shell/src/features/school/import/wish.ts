/** What is known about a file before it is read, and how the import is told. Pure. */

import type { SchoolImportKind, SchoolImportWish } from "@/api";

/** A class that is not there yet. */
export const NEW_CLASS = "+";

export interface Wish {
  readonly file: string;
  /** The id of a class, or that a new one is meant. */
  readonly turma: string;
  /** The name of a new class. */
  readonly named: string;
  readonly materia: string;
  readonly data: string;
  /** Out of how much marks are; empty: as the marks themselves tell. */
  readonly escala: string;
  readonly planilha: string;
  /** What columns were said to be, by their headings. */
  readonly mapa: Readonly<Record<string, string>>;
}

/** Whether it is known whose marks they are. */
export function isReady(kind: SchoolImportKind, { turma, named }: Wish): boolean {
  return kind === "oneroster" || (turma === NEW_CLASS ? named.trim() !== "" : turma !== "");
}

/** The parameters: what nobody said is left out. */
export function paramsOf(kind: SchoolImportKind, wish: Wish): SchoolImportWish {
  if (kind === "oneroster") return { arquivo: wish.file };
  const fresh = wish.turma === NEW_CLASS;
  return {
    arquivo: wish.file,
    turma_id: fresh ? wish.named.trim() : wish.turma,
    ...(fresh ? { criar_turma: true } : {}),
    ...(wish.materia.trim() === "" ? {} : { materia: wish.materia.trim() }),
    ...(kind === "frequencia" || wish.data === "" ? {} : { data: wish.data }),
    ...(kind === "frequencia" || !(Number(wish.escala) > 0) ? {} : { escala: Number(wish.escala) }),
    ...(wish.planilha === "" ? {} : { planilha: wish.planilha }),
    ...(Object.keys(wish.mapa).length === 0 ? {} : { mapa: { ...wish.mapa } }),
  };
}
