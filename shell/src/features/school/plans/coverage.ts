/** How much of the curriculum a teaching plan has, and how much of it was worked on. Pure. */

import type { SchoolPaginaPlano, SchoolUnidade } from "@/api";

/** Worked on in class, planned only, or not in the plan. */
export type Standing = "worked" | "planned" | "outside";

export interface Square {
  readonly code: string;
  readonly words: string;
  readonly standing: Standing;
  /** How often it was worked on. */
  readonly times: number;
}

/** Every skill of the curriculum, once: those of the plan in its order, then those outside. */
export function squaresOf({ plano, fora, textos, trabalhadas }: Pick<SchoolPaginaPlano, "plano" | "fora" | "textos" | "trabalhadas">): readonly Square[] {
  const inside = [...new Set(plano.unidades.flatMap(({ habilidades }) => habilidades))].map((code): Square => {
    const times = trabalhadas[code] ?? 0;
    return { code, words: textos[code] ?? "", standing: times > 0 ? "worked" : "planned", times };
  });
  return [...inside, ...fora.map(({ codigo, texto }): Square => ({ code: codigo, words: texto, standing: "outside", times: trabalhadas[codigo] ?? 0 }))];
}

/** From 0 to 100: how much of the curriculum is in the plan. */
export function shareIn({ incluidas, habilidades_total }: { readonly incluidas: number; readonly habilidades_total: number }): number {
  return habilidades_total === 0 ? 0 : Math.round((incluidas / habilidades_total) * 100);
}

/** The units with a skill in one of them. */
export function withSkill(units: readonly SchoolUnidade[], at: number, code: string): SchoolUnidade[] {
  return units.map((unit, index) => (index === at && !unit.habilidades.includes(code) ? { ...unit, habilidades: [...unit.habilidades, code] } : unit));
}

/** A term as people read it: `bimestre_atual` is how it was asked for. */
export const termOf = (periodo: string): string => periodo.replaceAll("_", " ");
