/** Events under their days. Pure. */

import type { SchoolEventoCalendario } from "@/api";

export interface Day {
  readonly day: string;
  readonly events: readonly SchoolEventoCalendario[];
}

/** Days in their order, and in each what takes the whole day first, then by the hour. */
export function byDay(events: readonly SchoolEventoCalendario[]): readonly Day[] {
  const ordered = events.toSorted((a, b) => a.data.localeCompare(b.data) || (a.hora_inicio ?? "").localeCompare(b.hora_inicio ?? "") || a.titulo.localeCompare(b.titulo));
  return [...new Set(ordered.map(({ data }) => data))].map((day) => ({ day, events: ordered.filter(({ data }) => data === day) }));
}
