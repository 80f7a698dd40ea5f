/**
 * Amounts with their units, shares and months as a language writes them, and as people type them. Pure.
 * Who needs them imports this file: the first words do without.
 */

import type { Locale } from "./locale";

const CURRENCIES: Readonly<Record<string, string>> = { "R$": "BRL", BRL: "BRL", "US$": "USD", $: "USD", USD: "USD", "€": "EUR", EUR: "EUR" };

/** What is counted, as each language says it: one, and several. */
const COUNTED: Readonly<Record<string, Readonly<Record<Locale, readonly [one: string, several: string]>>>> = {
  un: { en: ["unit", "units"], "pt-BR": ["un", "un"] },
  dias: { en: ["day", "days"], "pt-BR": ["dia", "dias"] },
  days: { en: ["day", "days"], "pt-BR": ["dia", "dias"] },
  horas: { en: ["hour", "hours"], "pt-BR": ["hora", "horas"] },
  hours: { en: ["hour", "hours"], "pt-BR": ["hora", "horas"] },
  meses: { en: ["month", "months"], "pt-BR": ["mês", "meses"] },
  months: { en: ["month", "months"], "pt-BR": ["mês", "meses"] },
  points: { en: ["point", "points"], "pt-BR": ["ponto", "pontos"] },
  pontos: { en: ["point", "points"], "pt-BR": ["ponto", "pontos"] },
  score: { en: ["", ""], "pt-BR": ["", ""] },
};

const built = new Map<string, Intl.NumberFormat>();

function numbers(locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = built.get(key);
  if (known !== undefined) return known;
  const fresh = new Intl.NumberFormat(locale, options);
  built.set(key, fresh);
  return fresh;
}

/** R$ 300.000, 12,5%, 3 dias, 1.200 clientes: an amount in its unit. */
export function amountOf(value: number, unit: string | null | undefined, locale: Locale): string {
  return written(value, unit, locale, { maximumFractionDigits: 2 });
}

/** R$ 300 mil, 1,2 mi: the same where there is little room; what is counted is left out. */
export function shortAmountOf(value: number, unit: string | null | undefined, locale: Locale): string {
  const bare = unit != null && unit !== "%" && currencyOf(unit) === undefined ? null : unit;
  const large = Math.abs(value) >= 10_000;
  return written(value, bare, locale, large ? { notation: "compact", maximumFractionDigits: 1 } : { maximumFractionDigits: 2 });
}

function written(value: number, unit: string | null | undefined, locale: Locale, options: Intl.NumberFormatOptions): string {
  const plain = unit?.trim() ?? "";
  const currency = currencyOf(plain);
  if (currency !== undefined) {
    const whole = Number.isInteger(value) || options.notation === "compact";
    return numbers(locale, { style: "currency", currency, ...options, minimumFractionDigits: whole ? 0 : 2 }).format(value);
  }
  const number = numbers(locale, options).format(value);
  if (plain === "") return number;
  if (plain === "%") return `${number}%`;
  const counted = COUNTED[plain.toLowerCase()]?.[locale];
  const word = counted === undefined ? plain : counted[Math.abs(value) === 1 ? 0 : 1];
  return word === "" ? number : `${number}\u00a0${word}`;
}

const currencyOf = (unit: string): string | undefined => (Object.hasOwn(CURRENCIES, unit.trim()) ? CURRENCIES[unit.trim()] : undefined);

/** 66,7%: a share in per cent, with one decimal where it has any. */
export function percentOf(value: number, locale: Locale): string {
  return `${numbers(locale, { maximumFractionDigits: 1 }).format(value)}%`;
}

/** 5,8 or 6,0: always with so many decimals, as marks are written. */
export function fixedOf(value: number, decimals: number, locale: Locale): string {
  return numbers(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value);
}

/** A figure without its unit, for a field one types in. */
export function plainAmountOf(value: number, locale: Locale): string {
  return numbers(locale, { maximumFractionDigits: 12, useGrouping: false }).format(value);
}

const SCALES: Readonly<Record<string, number>> = { k: 1e3, mil: 1e3, mi: 1e6, m: 1e6, milhão: 1e6, milhões: 1e6, million: 1e6, bi: 1e9, b: 1e9 };

/** The number in what somebody typed: `300.000`, `1,234.5`, `R$ 3 mil`, `12,5 %`. Null when there is none, or it may mean two. */
export function readAmount(text: string, locale: Locale): number | null {
  const words = text.trim().toLowerCase().replace(/^(r\$|us\$|\$|€)\s*/, "").replace(/\s*(%|r\$)$/, "");
  const found = /^([-+]?[\d.,\s\u00a0]*\d[.,]?)\s*([a-zãõ]+)?$/.exec(words);
  const scale = found?.[2] === undefined ? 1 : SCALES[found[2]];
  if (!found?.[1] || scale === undefined) return null;
  const figures = found[1].replace(/[\s\u00a0]/g, "");
  const [grouping, point] = locale === "pt-BR" ? [".", ","] : [",", "."];
  const plain = decimalOf(figures, grouping, point);
  if (plain === null) return null;
  // What was typed with a scale has few figures: rounding takes away the crumbs of binary fractions.
  return scale === 1 ? Number(plain) : Number((Number(plain) * scale).toFixed(6));
}

/** The figures with a point, whichever way they were grouped. */
function decimalOf(figures: string, grouping: string, point: string): string | null {
  const grouped = (group: string, decimal: string) => new RegExp(`^[-+]?\\d{1,3}(\\${group}\\d{3})+(\\${decimal}\\d*)?$`).test(figures);
  const bare = (decimal: string) => new RegExp(`^[-+]?\\d+(\\${decimal}\\d*)?$`).test(figures);
  if (grouped(grouping, point) || bare(point)) return figures.replaceAll(grouping, "").replace(point, ".");
  if (bare(grouping) || (grouped(point, grouping) && figures.includes(grouping))) return figures.replaceAll(point, "").replace(grouping, ".");
  return null;
}

const MONTH = /^(\d{4})-(\d{2})/;

/** April 2026, Apr 2026 or Apr: a month written `2026-04`, or the month of a day. */
export function monthOf(month: string, locale: Locale, style: "long" | "short" | "name" = "long"): string {
  const found = MONTH.exec(month);
  if (found === null) return month;
  const date = new Date(Date.UTC(Number(found[1]), Number(found[2]) - 1, 1));
  const written = new Intl.DateTimeFormat(locale, {
    month: style === "long" ? "long" : "short",
    ...(style === "name" ? {} : { year: "numeric" }),
    timeZone: "UTC",
  }).format(date);
  return style === "long" ? written : written.replace(".", "").replace(" de ", " ");
}

/** 31 Dec 2026: a day written `2026-12-31`. It is that day everywhere. */
export function dayOf(day: string, locale: Locale): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  // 2026-02-31 is no day, and is shown as it was written.
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day.slice(0, 10))) return day;
  const written = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(date);
  return written.replace(".", "").replaceAll(" de ", " ");
}

/** Friday, or Fri: which day of the week a day is that is written `2026-12-31`; nothing if it is no day. */
export function weekdayOf(day: string, locale: Locale, style: "long" | "short" = "long"): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day.slice(0, 10))) return "";
  return new Intl.DateTimeFormat(locale, { weekday: style, timeZone: "UTC" }).format(date).replace(".", "");
}
