import { expect, test } from "vitest";

import type { SchoolPaginaPlano, SchoolUnidade } from "@/api";
import { shareIn, squaresOf, withSkill } from "./coverage";

const unit = (...habilidades: string[]): SchoolUnidade => ({ titulo: "U", habilidades, aulas_previstas: 1, inicio: null, avaliacao: "" });

test("every skill is one square: worked on, planned, or outside", () => {
  const plano = { unidades: [unit("EF07MA02", "EF07MA12"), unit("EF07MA12")] } as unknown as SchoolPaginaPlano["plano"];
  const squares = squaresOf({ plano, fora: [{ codigo: "EF07MA17", texto: "…", valida: true }], textos: { EF07MA02: "Porcentagens" }, trabalhadas: { EF07MA12: 3 } });
  expect(squares.map(({ code, standing, times }) => [code, standing, times])).toEqual([
    ["EF07MA02", "planned", 0],
    ["EF07MA12", "worked", 3],
    ["EF07MA17", "outside", 0],
  ]);
});

test("a plan without a curriculum covers nothing, not everything", () => {
  expect(shareIn({ incluidas: 0, habilidades_total: 0 })).toBe(0);
  expect(shareIn({ incluidas: 2, habilidades_total: 3 })).toBe(67);
});

test("a skill is put into one unit, once", () => {
  expect(withSkill([unit("A"), unit()], 1, "A").map(({ habilidades }) => habilidades)).toEqual([["A"], ["A"]]);
  expect(withSkill([unit("A")], 0, "A")[0]?.habilidades).toEqual(["A"]);
});
