/** Figures of a school as they are written: marks in its scale, shares in per cent. Pure. */

import type { SchoolGap, SchoolSituacao, SchoolTurmaResumo } from "@/api";
import type { Locale } from "@/i18n";
import { fixedOf, percentOf } from "@/i18n/amounts";
import type { Tone } from "@/ui";

/** 5,8: a mark in the school's scale; as many decimals as the school writes. */
export function markOf(value: number, locale: Locale, decimals = 1): string {
  return fixedOf(value, decimals, locale);
}

/** 8, 7,5 or 6,25: a mark in a cell, with the decimals it has. */
export function cellOf(value: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value);
}

/** 37,5%: a share from 0 to 1. */
export function shareOf(share: number, locale: Locale): string {
  return percentOf(Math.round(share * 1000) / 10, locale);
}

/** What stands in a cell of which there is no mark: the letters teachers write. */
export const LETTERS: Readonly<Record<Exclude<SchoolSituacao, "lancada">, string>> = { pendente: "–", ausente: "F", nao_entregue: "NE", dispensado: "D" };

export type Priority = SchoolGap["prioridade"];

/** How a priority looks. */
export const PRIORITY_TONE: Readonly<Record<Priority, Tone>> = { alta: "bad", media: "warn", baixa: "neutral", nenhuma: "neutral" };

/** The known ways a class goes; whatever else comes is not told. */
export const TRENDS = ["subindo", "caindo", "estavel"] as const;
export type Trend = (typeof TRENDS)[number];

export function trendOf(said: SchoolTurmaResumo["tendencia"]): Trend | undefined {
  return TRENDS.find((trend) => trend === said);
}

/** `EF7` is the 7th year; `EM2` the second of secondary school. */
export function yearOf(code: string): { readonly stage: "EI" | "EF" | "EM"; readonly number: string } | undefined {
  const found = /^(EI|EF|EM)(\d)$/.exec(code);
  return found ? { stage: found[1] as "EI" | "EF" | "EM", number: found[2] ?? "" } : undefined;
}

/** All years there are, from pre-school on. */
export const YEARS: readonly string[] = ["EI1", "EI2", "EI3", ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((year) => `EF${year}`), "EM1", "EM2", "EM3"];
