/** Marks as teachers type and paste them. Pure. */

import type { SchoolNotaCelula } from "@/api";
import type { Locale } from "@/i18n";
import { readAmount } from "@/i18n/amounts";

/** What was typed cannot be a mark of this test. */
export type Wrong = "words" | "large" | "small";

export type Read = { readonly mark: SchoolNotaCelula } | { readonly wrong: Wrong };

const WORDS: Readonly<Record<string, SchoolNotaCelula["situacao"]>> = {
  "": "pendente",
  "-": "pendente",
  "–": "pendente",
  "—": "pendente",
  f: "ausente",
  faltou: "ausente",
  ausente: "ausente",
  ne: "nao_entregue",
  d: "dispensado",
  disp: "dispensado",
  dispensado: "dispensado",
};

/** `7,5`, `F`, `NE`, `D` or nothing: the mark it means, or why it means none. */
export function readMark(text: string, max: number, locale: Locale): Read {
  const words = text.trim().toLowerCase();
  const situacao = Object.hasOwn(WORDS, words) ? WORDS[words] : undefined;
  if (situacao !== undefined) return { mark: { valor: null, situacao } };
  const valor = /^[\d.,\s+-]+$/.test(words) ? readAmount(words, locale) : null;
  if (valor === null) return { wrong: "words" };
  if (valor > max) return { wrong: "large" };
  if (valor < 0) return { wrong: "small" };
  return { mark: { valor, situacao: "lancada" } };
}

export function sameMark(a: SchoolNotaCelula | undefined, b: SchoolNotaCelula): boolean {
  return (a?.valor ?? null) === b.valor && (a?.situacao ?? "pendente") === b.situacao;
}

/** Rows and columns as they lie on the clipboard of a spreadsheet; the empty line at its end is no row. */
export function pastedCells(text: string): readonly (readonly string[])[] {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n");
  return lines.map((line) => line.split("\t"));
}
