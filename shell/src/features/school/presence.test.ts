import { describe, expect, it } from "vitest";

import { awayIn, isPresence, presences } from "./presence";

const PAGE = {
  turma: { id: "tur_1", nome: "7A" },
  data: "2026-11-16",
  feita: true,
  alunos: [
    { id: "a", nome: "Ana", presenca: null },
    { id: "b", nome: "Bruno", presenca: "falta" as const },
    { id: "c", nome: "Caio", presenca: "atraso" as const },
  ],
};

describe("the register", () => {
  it("has everybody present until something else is noted or marked", () => {
    expect(presences(PAGE, {}).map(({ presenca }) => presenca)).toEqual(["presente", "falta", "atraso"]);
    expect(presences(PAGE, { a: "falta_justificada", b: "presente" }).map(({ presenca }) => presenca)).toEqual(["falta_justificada", "presente", "atraso"]);
  });

  it("counts who is away, not who is late", () => {
    expect(awayIn(presences(PAGE, { a: "falta_justificada" }))).toBe(2);
    expect(["presente", "7,5", 7, null].map(isPresence)).toEqual([true, false, false, false]);
  });
});
