/** Dates, numbers, sizes and durations as a language writes them. Pure. */

import type { Locale } from "./locale";

export interface Formats {
  /** 12,345 */
  number(value: number): string;
  /** 0.123456: every figure there is, for what is decided about. */
  exact(value: number): string;
  /** 12 k, 1.2 M: for counters that have little room. */
  compact(value: number): string;
  /** US$ 0.0012: small sums keep their first two figures. */
  money(dollars: number): string;
  /** 40 ms, 0.4 s, 12 s, 3 min 5 s, 1 h 2 min. */
  duration(milliseconds: number): string;
  /** 3.4 MB */
  bytes(size: number): string;
  /** 14:05, here or in a time zone. */
  time(iso: string, zone?: string): string;
  /** 14:05:09 */
  seconds(iso: string): string;
  /** 15 Nov 2025, as it is here. */
  date(iso: string): string;
  /** 15 Nov 2025, 14:05, here or in a time zone. */
  moment(iso: string, zone?: string): string;
  /** Today, Yesterday, or Saturday, 15 November 2025: the heading of a day. */
  day(iso: string, now?: number): string;
  /** Today, Tomorrow, Friday, or 15 Nov 2025: the day something is due, as it is here. */
  due(iso: string, now?: number): string;
  /** in 5 minutes, in 3 hours, in 2 days */
  ahead(iso: string, now?: number): string;
  /** Monday, or Mon: 0 is Sunday. */
  weekday(day: number, style?: "long" | "short"): string;
  /** notes, files, and pictures */
  all(things: readonly string[]): string;
  /** notes, files, or pictures */
  either(things: readonly string[]): string;
  /** "just now", "5 minutes ago", or the date when it is long ago. */
  ago(iso: string, now?: number): string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** As each language writes a time of day: 7:00 AM, 07:00. */
const CLOCK: Intl.DateTimeFormatOptions = { timeStyle: "short" };

const cache = new Map<Locale, Formats>();

/** The formats of a language, built once. */
export function formatsOf(locale: Locale): Formats {
  const known = cache.get(locale);
  if (known !== undefined) return known;
  const fresh = build(locale);
  cache.set(locale, fresh);
  return fresh;
}

function build(locale: Locale): Formats {
  const plain = new Intl.NumberFormat(locale);
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  const short = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
  const one = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const clock = new Intl.DateTimeFormat(locale, CLOCK);
  const exact = new Intl.DateTimeFormat(locale, { timeStyle: "medium" });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "long" });
  const longDate = new Intl.DateTimeFormat(locale, { dateStyle: "full" });
  const and = new Intl.ListFormat(locale, { type: "conjunction" });
  const or = new Intl.ListFormat(locale, { type: "disjunction" });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

  const money = (dollars: number) =>
    new Intl.NumberFormat(locale, {
      style: "currency",
      currency: "USD",
      ...(dollars > 0 && dollars < 0.01 ? { maximumSignificantDigits: 2 } : {}),
    }).format(dollars);

  return {
    number: (value) => plain.format(value),
    exact: (value) => whole.format(value),
    compact: (value) => short.format(value),
    money,
    duration: (milliseconds) => duration(milliseconds, one),
    bytes: (size) => bytes(size, one),
    time: (iso, zone) => (zone ? inZone(locale, CLOCK, zone) : clock).format(new Date(iso)),
    seconds: (iso) => exact.format(new Date(iso)),
    date: (iso) => date.format(new Date(iso)),
    moment: (iso, zone) => (zone ? inZone(locale, { dateStyle: "medium", timeStyle: "short" }, zone) : dateTime).format(new Date(iso)),
    day: (iso, now = Date.now()) => {
      const days = Math.round((midnight(Date.parse(iso)) - midnight(now)) / DAY);
      return capital(days === 0 || days === -1 ? relative.format(days, "day") : longDate.format(new Date(iso)));
    },
    due: (iso, now = Date.now()) => {
      const days = Math.round((midnight(Date.parse(iso)) - midnight(now)) / DAY);
      if (days === 0 || days === 1) return capital(relative.format(days, "day"));
      return days > 1 && days < 7 ? capital(weekday.format(new Date(iso))) : date.format(new Date(iso));
    },
    ahead: (iso, now = Date.now()) => ahead(Date.parse(iso) - now, relative),
    // 4 January 1970 was a Sunday.
    weekday: (day, style = "long") => capital(inZone(locale, { weekday: style }, "UTC").format(new Date((3 + day) * DAY)).replace(".", "")),
    all: (things) => and.format(things),
    either: (things) => or.format(things),
    ago: (iso, now = Date.now()) => ago(now - Date.parse(iso), relative, () => date.format(new Date(iso))),
  };
}

function duration(milliseconds: number, one: Intl.NumberFormat): string {
  const total = Math.max(0, milliseconds);
  if (total < 100) return `${one.format(Math.round(total))} ms`;
  if (total < 10_000) return `${one.format(total / 1000)} s`;
  if (total < MINUTE) return `${one.format(Math.floor(total / 1000))} s`;
  const [hours, minutes, seconds] = [Math.floor(total / HOUR), Math.floor((total % HOUR) / MINUTE), Math.floor((total % MINUTE) / 1000)];
  const [whole, rest] = hours > 0 ? [`${one.format(hours)} h`, minutes && `${minutes} min`] : [`${minutes} min`, seconds && `${seconds} s`];
  return rest ? `${whole} ${rest}` : whole;
}

function bytes(size: number, one: Intl.NumberFormat): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = size < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(size) / 3));
  return `${one.format(size / 1000 ** power)} ${units[power] ?? "B"}`;
}

function ago(elapsed: number, relative: Intl.RelativeTimeFormat, date: () => string): string {
  if (elapsed < MINUTE) return relative.format(0, "second");
  if (elapsed < HOUR) return relative.format(-Math.floor(elapsed / MINUTE), "minute");
  if (elapsed < DAY) return relative.format(-Math.floor(elapsed / HOUR), "hour");
  if (elapsed < 7 * DAY) return relative.format(-Math.floor(elapsed / DAY), "day");
  return date();
}

function ahead(left: number, relative: Intl.RelativeTimeFormat): string {
  const [minutes, hours] = [Math.round(left / MINUTE), Math.round(left / HOUR)];
  if (minutes < 1) return relative.format(0, "second");
  if (minutes < 60) return relative.format(minutes, "minute");
  return hours < 24 ? relative.format(hours, "hour") : relative.format(Math.round(left / DAY), "day");
}

/** A format in a time zone; a zone this browser does not know falls back to its own. */
function inZone(locale: Locale, options: Intl.DateTimeFormatOptions, zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat(locale, options);
  }
}

/** The beginning of a day, here. A day of a clock change has 23 or 25 hours, so callers round. */
function midnight(moment: number): number {
  return new Date(moment).setHours(0, 0, 0, 0);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
