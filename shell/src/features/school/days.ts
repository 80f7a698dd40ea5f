/** Days as a school writes them: `2026-11-16` is that day everywhere. Pure. */

import type { Locale } from "@/i18n";

const built = new Map<string, Intl.DateTimeFormat>();

function written(day: string, locale: Locale, style: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  const key = `${locale} ${style}`;
  const format = built.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  built.set(key, format);
  return format.format(date).replace(".", "");
}

/** 16 nov: the day, where the year goes without saying. */
export function shortDayOf(day: string, locale: Locale): string {
  return written(day, locale, "short", { day: "numeric", month: "short" }).replace(" de ", " ");
}

/** Segunda-feira, 16 de novembro */
export function longDayOf(day: string, locale: Locale): string {
  const text = written(day, locale, "long", { weekday: "long", day: "numeric", month: "long" });
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** seg, 16 nov */
export function weekDayOf(day: string, locale: Locale): string {
  const text = written(day, locale, "week", { weekday: "short", day: "numeric", month: "short" }).replace(" de ", " ").replace(".", "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Today, as it is here: `2026-11-16`. */
export function todayHere(now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
