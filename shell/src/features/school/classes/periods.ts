/** The stretch of time that a class is looked at in, as the address keeps it. Pure. */

import type { PlainKey } from "@/i18n";

export const ANY_TIME = "tudo";

/** Those that every school can choose; terms come with the school's own calendar. */
export const PERIODS = [
  { value: ANY_TIME, label: "school.period.all" },
  { value: "ultimo_mes", label: "school.period.month" },
  { value: "ultima_semana", label: "school.period.week" },
] as const satisfies readonly { readonly value: string; readonly label: PlainKey }[];

export function periodIn(search: string): { readonly periodo: string; readonly materia: string | undefined } {
  const query = new URLSearchParams(search);
  return { periodo: query.get("periodo") || ANY_TIME, materia: query.get("materia") || undefined };
}
