import { expect, test } from "vitest";

import { ASKED, paramsOf } from "./making";

const read = (text: string) => (/^\d+([.,]\d+)?$/.test(text) ? Number(text.replace(",", ".")) : null);

test("what was typed is what the action takes: numbers as numbers, empty fields left out", () => {
  const { params, missing, wrong } = paramsOf(ASKED.avaliacao, { titulo: " Prova 1 ", turma_id: "tur_1", materia: "mat_1", data: "2026-11-20", valor_maximo: "7,5", peso: "" }, read);
  expect(params).toEqual({ titulo: "Prova 1", turma_id: "tur_1", materia: "mat_1", data: "2026-11-20", valor_maximo: 7.5 });
  expect([missing, wrong]).toEqual([[], []]);
});

test("what is missing or no number is named", () => {
  expect(paramsOf(ASKED.plano, { aulas_semana: "muitas" }, read)).toMatchObject({ missing: ["turma_id", "materia", "periodo"], wrong: ["aulas_semana"] });
});
