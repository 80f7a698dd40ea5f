import { describe, expect, test } from "vitest";

import { i18nOf } from "@/i18n";
import { understoodValue as value } from "../fold.fixtures";
import { choicesOf, draftOf, editorOf, namesWith, readDraft, wordsOf } from "./values";

const pt = i18nOf("pt-BR");
const en = i18nOf("en");
const options = [
  { value: "high", label: "alta" },
  { value: 2, label: "média" },
];

describe("a value is written as the person's language writes it", () => {
  test.each([
    ["a day", value("d", "day", "2026-03-27"), "sex, 27 mar 2026", "Fri, Mar 27, 2026"],
    ["a moment", value("m", "moment", "2026-12-01T08:05"), "ter, 1 dez 2026, 08:05", "Tue, Dec 1, 2026, 8:05 AM"],
    ["a month", value("m", "month", "2026-03"), "março de 2026", "March 2026"],
    ["an hour", value("h", "hour", "14:05"), "14:05", "2:05 PM"],
    ["a fraction", value("n", "number", 9.5), "9,5", "9.5"],
    ["a year", value("n", "number", 2026), "2026", "2026"],
    ["a large number", value("n", "number", 300_000), "300.000", "300,000"],
    ["minutes", value("n", "minutes", 90), "1 h 30 min", "1 h 30 min"],
    ["a choice", value("c", "choice", 2, { options }), "média", "média"],
    ["a status", value("status", "choice", "in_progress", { options: [{ value: "in_progress", label: "~em andamento" }] }), "Em andamento", "In progress"],
    ["a level", value("nivel", "choice", "facil", { options: [{ value: "facil", label: "mais facil" }] }), "Fácil", "Easy"],
    ["a subject", value("materia", "choice", "Matemática", { options: [{ value: "Matemática", label: "matematicas" }] }), "Matemática", "Matemática"],
    ["a colour", value("cor", "choice", "#8B5CF6", { options: [{ value: "#8B5CF6", label: "em violeta" }] }), "Roxo", "Purple"],
    ["a colour without a name", value("cor", "choice", "#123456"), "#123456", "#123456"],
    ["yes", value("c", "choice", true), "sim", "yes"],
    ["a list", value("l", "list", ["leite", "pão", "café"]), "leite, pão e café", "leite, pão, and café"],
    ["people", value("e", "each", [{ aluno: "Ana", nota: 8.5 }, { aluno: "Bia", nota: 9 }]), "Ana 8,5 e Bia 9", "Ana 8.5 and Bia 9"],
    ["a term", value("t", "term", "bimestre:3", { said: "terceiro bimestre" }), "3º bimestre", "Two-month term 3"],
    ["a term nobody knows", value("t", "term", "quinzena:3", { said: "terceira quinzena" }), "terceira quinzena", "terceira quinzena"],
    ["nothing", value("t", "text", null), "—", "—"],
  ])("%s", (_, told, portuguese, english) => {
    expect([pt, en].map((i18n) => wordsOf(told, i18n).replace(/\s/g, " "))).toEqual([portuguese, english]);
  });

  test("and what is no day or hour stays as it is", () => {
    expect([wordsOf(value("d", "day", "amanhã"), pt), wordsOf(value("h", "hour", "tarde"), pt)]).toEqual(["amanhã", "tarde"]);
  });
});

test("each kind has its field; what no field can hold is changed by words", () => {
  const fields = [
    value("a", "day", "2026-03-27"),
    value("a", "last_day", "2026-03-27"),
    value("a", "hour", "14:05"),
    value("a", "moment", "2026-12-01T08:00"),
    value("a", "number", 3),
    value("a", "choice", "high", { options }),
    value("a", "choice", true),
    value("a", "name", "8B", { options }),
    value("a", "person", "Ana"),
    value("a", "person", "Ana", { of: "aluno" }),
    value("a", "choice", "#8B5CF6", { options }),
    value("a", "term", "bimestre:3"),
    value("a", "list", ["a", "b"]),
    value("a", "list", ["1,5 kg"]),
    value("a", "day", "amanhã"),
    value("a", "text", "two\nlines"),
    value("a", "cron", "0 8 * * 1"),
    value("a", "each", [{ aluno: "Ana" }]),
    value("a", "choice", ["high"], { options }),
  ];
  expect(fields.map(editorOf)).toEqual(["day", "day", "hour", "moment", "number", "choice", "choice", "text", "text", "name", "colour", "choice", "list", null, null, null, null, null, null]);
});

test("a field begins with the value and is read back as one of its kind", () => {
  expect([draftOf(value("h", "hour", "14:05:00"), "hour"), draftOf(value("l", "list", ["a", "b"]), "list"), draftOf(value("n", "number", 9.5), "number")]).toEqual(["14:05", "a, b", "9.5"]);
  expect([readDraft("9.5", "number"), readDraft("2026-03-28", "day"), readDraft(" 9C ", "text"), readDraft("a, b,", "list")]).toEqual([9.5, "2026-03-28", "9C", ["a", "b"]]);
  expect([readDraft("nine", "number"), readDraft(" ", "text"), readDraft("soon", "day"), readDraft(",", "list")]).toEqual([undefined, undefined, undefined, undefined]);
});

test("choices stand for whatever they mean", () => {
  expect(choicesOf(value("c", "choice", "high", { options }), en).map(({ label, means }) => [label, means])).toEqual([["High", "high"], ["média", 2]]);
  expect(choicesOf(value("t", "term", "semestre:2"), pt).map(({ label }) => label).slice(0, 3)).toEqual(["2º semestre", "Este bimestre", "1º bimestre"]);
  expect(choicesOf(value("c", "choice", false), pt)).toEqual([
    { value: "0", label: "sim", means: true },
    { value: "1", label: "não", means: false },
  ]);
});

test("names are found by any part, with or without accents, those that begin with it first", () => {
  expect(namesWith(["Mariana Alves", "Ana Lima", "Bruno"], "ana")).toEqual(["Ana Lima", "Mariana Alves"]);
  expect(namesWith(["João"], "joao")).toEqual(["João"]);
});
