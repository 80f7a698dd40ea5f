import { describe, expect, it } from "vitest";

import type { SchoolAlunoLinha, SchoolEventoCalendario, SchoolImported, SchoolRoster } from "@/api";
import { stepOf } from "@/apps/steps";
import { ANY_TIME, periodIn } from "./classes/periods";
import { longDayOf, shortDayOf, todayHere, weekDayOf } from "./days";
import { cellOf, markOf, shareOf, trendOf, yearOf, YEARS } from "./figures";
import { byDay } from "./home/week";
import { placeIn, queryOf } from "./import/place";
import { countsOf, hasWork, leftOf, notesOf } from "./import/telling";
import { isReady, NEW_CLASS, paramsOf, type Wish } from "./import/wish";
import { inside, placeAfter } from "./marks/places";
import { pastedCells, readMark, sameMark } from "./marks/reading";
import { BY_NAME, reordered, sorted } from "./marks/sorting";
import { isSample, linesOf, yearIn } from "./names";
import { partOf, pathTo, refPath } from "./paths";

describe("addresses of School Power", () => {
  it("name sections and what stands in them, in the words of its wire", () => {
    expect([pathTo("inicio"), pathTo("turmas", "tur_1", { periodo: "bimestre:1", materia: undefined }), pathTo("importar", undefined, { turma: "tur_1" })]).toEqual(["/school", "/school/turmas/tur_1?periodo=bimestre%3A1", "/school/importar?turma=tur_1"]);
    expect([partOf(undefined), partOf("calendario"), partOf("alunos"), partOf("nonsense")]).toEqual(["inicio", "calendario", "alunos", undefined]);
  });

  it("follow references, named or bare, and nothing that has no page", () => {
    expect([refPath("turma:tur_1"), refPath("avaliacao:ava_2"), refPath("atv_3"), refPath("evento:evt_4"), refPath("materia:mat_5"), refPath("?")]).toEqual(["/school/turmas/tur_1", "/school/avaliacoes/ava_2", "/school/atividades/atv_3", "/school/calendario", undefined, undefined]);
  });

  it("keep the period and the subject", () => {
    expect([periodIn(""), periodIn("periodo=ultimo_mes&materia=mat_1")]).toEqual([
      { periodo: ANY_TIME, materia: undefined },
      { periodo: "ultimo_mes", materia: "mat_1" },
    ]);
  });
});

describe("figures", () => {
  it("are written as the language writes them", () => {
    expect([markOf(6, "pt-BR"), markOf(6, "en"), cellOf(7.5, "pt-BR"), cellOf(8, "pt-BR"), shareOf(0.4583, "pt-BR")]).toEqual(["6,0", "6.0", "7,5", "8", "45,8%"]);
  });

  it("are told only where they are known", () => {
    expect([trendOf("caindo"), trendOf("indefinida"), yearOf("EF7"), yearOf("EM2")?.stage, yearOf("XX1"), YEARS.length]).toEqual(["caindo", undefined, { stage: "EF", number: "7" }, "EM", undefined, 15]);
  });

  it("are days of the calendar, whatever the zone of the machine", () => {
    expect([shortDayOf("2026-11-05", "pt-BR"), longDayOf("2026-11-16", "pt-BR"), weekDayOf("2026-11-17", "pt-BR"), todayHere(new Date(2026, 0, 5))]).toEqual(["5 nov", "Segunda-feira, 16 de novembro", "Ter, 17 nov", "2026-01-05"]);
  });
});

describe("a mark that is typed", () => {
  it("may have a comma or a point, and the letters teachers use", () => {
    const read = (text: string) => readMark(text, 10, "pt-BR");
    expect([read("7,5"), read(" 7.5 "), read("10")].map((each) => ("mark" in each ? each.mark.valor : each.wrong))).toEqual([7.5, 7.5, 10]);
    expect(["", "-", "F", "faltou", "ne", "D", "disp"].map((text) => { const each = read(text); return "mark" in each ? each.mark.situacao : each.wrong; })).toEqual(["pendente", "pendente", "ausente", "ausente", "nao_entregue", "dispensado", "dispensado"]);
  });

  it("is refused with its reason when it cannot be one", () => {
    expect([readMark("12", 10, "pt-BR"), readMark("-1", 10, "pt-BR"), readMark("bom", 10, "pt-BR"), readMark("3 mil", 10, "pt-BR")]).toEqual([{ wrong: "large" }, { wrong: "small" }, { wrong: "words" }, { wrong: "words" }]);
  });

  it("comes from a spreadsheet in rows and columns", () => {
    expect(pastedCells("7,5\r\n8\r\n\r\nF\r\n")).toEqual([["7,5"], ["8"], [""], ["F"]]);
    expect(pastedCells("7\t8\n9\t10")).toEqual([["7", "8"], ["9", "10"]]);
    expect([sameMark(undefined, { valor: null, situacao: "pendente" }), sameMark({ valor: 7, situacao: "lancada" }, { valor: 8, situacao: "lancada" })]).toEqual([true, false]);
  });
});

describe("the table of marks", () => {
  const row = (nome: string, media: number | null, nota?: number) => ({ id: nome, nome, media, frequencia: null, engajamento: null, notas: nota === undefined ? {} : { ava_1: { valor: nota, situacao: "lancada" } } }) as unknown as SchoolAlunoLinha;
  const rows = [row("Zeca", 5), row("Álvaro", null, 3), row("Bia", 8, 9), row("ana", 5, 1)];
  const names = (order: Parameters<typeof sorted>[1]) => sorted(rows, order, "pt-BR").map(({ nome }) => nome);

  it("is ordered by name, mean or test; who has no figure comes last either way", () => {
    expect(names(BY_NAME)).toEqual(["Álvaro", "ana", "Bia", "Zeca"]);
    expect(names({ by: "media", down: false })).toEqual(["ana", "Zeca", "Bia", "Álvaro"]);
    expect(names({ by: "media", down: true })).toEqual(["Bia", "ana", "Zeca", "Álvaro"]);
    expect(names({ by: "ava_1", down: true })).toEqual(["Bia", "Álvaro", "ana", "Zeca"]);
    expect([reordered(BY_NAME, "nome"), reordered(BY_NAME, "media")]).toEqual([{ by: "nome", down: true }, { by: "media", down: false }]);
  });

  it("is walked with the keys of a spreadsheet, and its edges hold", () => {
    const size = { rows: 3, columns: 2 };
    const from = { row: 1, column: 1 };
    expect([placeAfter("ArrowDown", false, from, size), placeAfter("ArrowRight", false, from, size), placeAfter("Home", false, from, size), placeAfter("Home", true, from, size), placeAfter("End", true, from, size), placeAfter("x", false, from, size)]).toEqual([
      { row: 2, column: 1 },
      { row: 1, column: 1 },
      { row: 1, column: 0 },
      { row: 0, column: 0 },
      { row: 2, column: 1 },
      null,
    ]);
    expect(inside({ row: 9, column: -1 }, { rows: 0, columns: 0 })).toEqual({ row: 0, column: 0 });
  });
});

describe("a pasted roll", () => {
  it("is one name a line, without its numbers, and nobody twice", () => {
    expect(["7A", "7º ano B", "turma 6C", "2º EM A", "1ª série B", "Girassol"].map(yearIn)).toEqual(["EF7", "EF7", "EF6", "EM2", "EM1", undefined]);
    expect(["esc_amostra0000", "esc_1k0amostra"].map(isSample)).toEqual([true, false]);
    expect(linesOf("1. Ana  Lima\r\n2) Bruno Reis\n\n 3 - Ana Lima\n10º Caio")).toEqual(["Ana Lima", "Bruno Reis", "Caio"]);
  });
});

describe("the week", () => {
  it("stands under its days, by the hour", () => {
    const event = (data: string, titulo: string, hora_inicio: string | null = null) => ({ id: titulo, data, titulo, hora_inicio }) as SchoolEventoCalendario;
    const days = byDay([event("2026-11-18", "c"), event("2026-11-16", "b", "10:00"), event("2026-11-16", "a", "08:00"), event("2026-11-16", "z")]);
    expect(days.map(({ day, events }) => [day, events.map(({ titulo }) => titulo).join("")])).toEqual([["2026-11-16", "zab"], ["2026-11-18", "c"]]);
  });
});

describe("an import", () => {
  const wish: Wish = { file: "art_1", turma: "tur_1", named: "", materia: "", data: "", escala: "", planilha: "", mapa: {} };
  const none = { criar: 0, alterar: 0, iguais: 3, rejeitadas: 1 };

  it("is where the address says it is", () => {
    const place = placeIn("tipo=frequencia&turma=tur_1&file=art_1");
    expect([place.kind, stepOf(place), stepOf(placeIn("run=run_1")), stepOf(placeIn(""))]).toEqual(["frequencia", "review", "run", "choose"]);
    expect(queryOf({ ...place, kind: "notas", file: null })).toEqual({ tipo: undefined, turma: "tur_1", file: undefined, run: undefined });
  });

  it("asks for nothing but what was said, and needs a class", () => {
    expect(paramsOf("notas", wish)).toEqual({ arquivo: "art_1", turma_id: "tur_1" });
    expect(paramsOf("notas", { ...wish, turma: NEW_CLASS, named: " 7A ", data: "2026-03-01", mapa: { N1: "avaliacao" } })).toEqual({ arquivo: "art_1", turma_id: "7A", criar_turma: true, data: "2026-03-01", mapa: { N1: "avaliacao" } });
    expect(paramsOf("oneroster", wish)).toEqual({ arquivo: "art_1" });
    expect([paramsOf("notas", { ...wish, escala: "100" }), paramsOf("frequencia", { ...wish, escala: "100" })]).toEqual([{ arquivo: "art_1", turma_id: "tur_1", escala: 100 }, { arquivo: "art_1", turma_id: "tur_1" }]);
    expect([isReady("notas", wish), isReady("notas", { ...wish, turma: "" }), isReady("notas", { ...wish, turma: NEW_CLASS }), isReady("oneroster", { ...wish, turma: "" })]).toEqual([true, false, false, true]);
  });

  it("has work only if something would change", () => {
    const sheet = { contagem: none, turma_nova: false, alunos_novos: [] } as unknown as SchoolImported;
    const roster = { tabelas: { turma: none, aluno: { ...none, criar: 2 } } } as unknown as SchoolRoster;
    expect(notesOf({ ...sheet, avisos: ["Linha 4: Fulano, ninguém tem esse nome.", "Nenhuma data foi informada."] })).toEqual(["Nenhuma data foi informada."]);
    expect([hasWork(sheet), hasWork({ ...sheet, alunos_novos: ["Ana"] }), hasWork(roster), countsOf(roster)]).toEqual([false, true, true, { criar: 2, alterar: 0, iguais: 6, rejeitadas: 2, remover: 0 }]);
    expect(hasWork({ tabelas: { aluno: { ...none, remover: 1 } } } as unknown as SchoolRoster)).toBe(true);
  });

  it("lists what nothing is made of, column by column", () => {
    const left = (linha: number, cabecalho: string, valor: string, motivo: string) => ({ linha, coluna: 1, cabecalho, valor, motivo });
    const told = { deixados: [left(2, "Email", "a@x", "fora"), left(3, "Email", "b@x", "fora"), left(1, "", "Escola", "acima")] } as unknown as SchoolImported;
    expect(leftOf(told)).toEqual(["Email (fora): 2: a@x | 3: b@x", "acima: 1: Escola"]);
  });
});
