/** Days, weeks and months of a calendar. A day is `2026-11-16`, the same everywhere. Pure. */

import type { SchoolEventoNoDia } from "@/api";

export type Look = "mes" | "semana";

const DAY = 86_400_000;
const WEEK = 7;

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(timeOf(text));

export const addDays = (day: string, days: number): string => dayAt(timeOf(day) + days * DAY);

export const daysBetween = (from: string, to: string): number => Math.round((timeOf(to) - timeOf(from)) / DAY);

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(timeOf(day)).getUTCDay();

/** The seven days of the week a day is in, from Sunday on. */
export function weekOf(day: string): readonly string[] {
  const first = addDays(day, -weekdayOf(day));
  return Array.from({ length: WEEK }, (_, index) => addDays(first, index));
}

/** The weeks a month is in, whole. */
export function weeksOf(day: string): readonly (readonly string[])[] {
  const first = `${day.slice(0, 7)}-01`;
  const weeks = [weekOf(first)];
  for (let next = addDays(first, WEEK - weekdayOf(first)); next.startsWith(day.slice(0, 7)); next = addDays(next, WEEK)) weeks.push(weekOf(next));
  return weeks;
}

/** The same place in the month or week before or after. */
export function turned(day: string, look: Look, way: 1 | -1): string {
  if (look === "semana") return addDays(day, way * WEEK);
  const [year = 0, month = 1] = day.split("-").map(Number);
  return dayAt(Date.UTC(year, month - 1 + way, 1));
}

/** Each thing under its day, whole days first, then by the hour. */
export function byDay(events: readonly SchoolEventoNoDia[]): ReadonlyMap<string, readonly SchoolEventoNoDia[]> {
  const sorted = events.toSorted((a, b) => (a.evento.hora_inicio ?? "").localeCompare(b.evento.hora_inicio ?? "") || a.evento.titulo.localeCompare(b.evento.titulo));
  const days = new Map<string, SchoolEventoNoDia[]>();
  for (const event of sorted) days.set(event.dia, [...(days.get(event.dia) ?? []), event]);
  return days;
}

/** What tells one showing of an event from the others. */
export const keyOf = ({ evento, dia }: SchoolEventoNoDia): string => `${evento.id} ${dia}`;

/** A showing of an event that begins on another day: all its showings go along. */
export function onDay(event: SchoolEventoNoDia, data: string | undefined): SchoolEventoNoDia {
  if (data === undefined || data === event.evento.data) return event;
  return { ...event, dia: addDays(event.dia, daysBetween(event.evento.data, data)), evento: { ...event.evento, data } };
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -WEEK, ArrowDown: WEEK };

/** How many days a key moves something by; nothing for other keys. */
export const stepOf = (key: string): number | undefined => STEPS[key];
