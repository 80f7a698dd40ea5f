/** The script of a lesson: its moments, their minutes, their order. Pure. */

import type { SchoolMomento, SchoolPaginaAula } from "@/api";
import type { Tone } from "@/ui";

export type LessonStatus = SchoolPaginaAula["aula"]["status"];

export const LESSON_STATUSES: readonly LessonStatus[] = ["rascunho", "planejada", "dada", "arquivada"];

export const LESSON_TONES: Readonly<Record<LessonStatus, Tone>> = { rascunho: "warn", planejada: "run", dada: "ok", arquivada: "neutral" };

/** The status a list tells as a word. */
export const lessonStatusOf = (said: string): LessonStatus => LESSON_STATUSES.find((status) => status === said) ?? "rascunho";

export interface Placed extends SchoolMomento {
  /** Minutes from the beginning of the lesson. */
  readonly from: number;
}

/** Each moment with the minute it begins at. */
export function placed(roteiro: readonly SchoolMomento[]): readonly Placed[] {
  let from = 0;
  return roteiro.map((each) => {
    const begins = from;
    from += each.minutos;
    return { ...each, from: begins };
  });
}

/** Minutes of all moments together. */
export const minutesOf = (roteiro: readonly SchoolMomento[]): number => roteiro.reduce((sum, { minutos }) => sum + minutos, 0);

/** The same things with one of them at another place. */
export function moved<T>(things: readonly T[], from: number, to: number): readonly T[] {
  const thing = things[from];
  return thing === undefined ? things : things.toSpliced(from, 1).toSpliced(to, 0, thing);
}
