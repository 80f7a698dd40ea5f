import { describe, expect, test } from "vitest";

import { i18nOf } from "@/i18n";
import { understoodValue as value } from "../fold.fixtures";
import { choicesOf, draftOf, editorOf, readDraft, wordsOf } from "./values";

const pt = i18nOf("pt-BR");
const en = i18nOf("en");
const options = [
  { value: "high", label: "alta" },
  { value: 2, label: "média" },
];

describe("a value is written as the person's language writes it", () => {
  test.each([
    ["a day", value("d", "day", "2026-03-27"), "27 mar 2026", "Mar 27, 2026"],
    ["a month", value("m", "month", "2026-03"), "março de 2026", "March 2026"],
    ["an hour", value("h", "hour", "14:05"), "14:05", "2:05 PM"],
    ["a fraction", value("n", "number", 9.5), "9,5", "9.5"],
    ["a year", value("n", "number", 2026), "2026", "2026"],
    ["a large number", value("n", "number", 300_000), "300.000", "300,000"],
    ["minutes", value("n", "minutes", 90), "1 h 30 min", "1 h 30 min"],
    ["a choice", value("c", "choice", 2, { options }), "média", "média"],
    ["yes", value("c", "choice", true), "sim", "yes"],
    ["a list", value("l", "list", ["leite", "pão", "café"]), "leite, pão e café", "leite, pão, and café"],
    ["people", value("e", "each", [{ aluno: "Ana", nota: 8.5 }, { aluno: "Bia", nota: 9 }]), "Ana 8,5 e Bia 9", "Ana 8.5 and Bia 9"],
    ["a term", value("t", "term", "bimestre:3", { said: "terceiro bimestre" }), "terceiro bimestre", "terceiro bimestre"],
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
    value("a", "list", ["a", "b"]),
    value("a", "list", ["1,5 kg"]),
    value("a", "day", "amanhã"),
    value("a", "text", "two\nlines"),
    value("a", "cron", "0 8 * * 1"),
    value("a", "each", [{ aluno: "Ana" }]),
    value("a", "choice", ["high"], { options }),
  ];
  expect(fields.map(editorOf)).toEqual(["day", "day", "hour", "moment", "number", "choice", "choice", "text", "text", "list", null, null, null, null, null, null]);
});

test("a field begins with the value and is read back as one of its kind", () => {
  expect([draftOf(value("h", "hour", "14:05:00"), "hour"), draftOf(value("l", "list", ["a", "b"]), "list"), draftOf(value("n", "number", 9.5), "number")]).toEqual(["14:05", "a, b", "9.5"]);
  expect([readDraft("9.5", "number"), readDraft("2026-03-28", "day"), readDraft(" 9C ", "text"), readDraft("a, b,", "list")]).toEqual([9.5, "2026-03-28", "9C", ["a", "b"]]);
  expect([readDraft("nine", "number"), readDraft(" ", "text"), readDraft("soon", "day"), readDraft(",", "list")]).toEqual([undefined, undefined, undefined, undefined]);
});

test("choices stand for whatever they mean", () => {
  expect(choicesOf(value("c", "choice", "high", { options }), en).map(({ means }) => means)).toEqual(["high", 2]);
  expect(choicesOf(value("c", "choice", false), pt)).toEqual([
    { value: "0", label: "sim", means: true },
    { value: "1", label: "não", means: false },
  ]);
});
