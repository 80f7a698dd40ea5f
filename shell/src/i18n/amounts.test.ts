import { describe, expect, it } from "vitest";

import { amountOf, dayOf, monthOf, percentOf, plainAmountOf, readAmount, shortAmountOf } from "./amounts";

const spaced = (text: string) => text.replaceAll("\u00a0", " ");

describe("amounts", () => {
  it("are written in their unit, as each language does", () => {
    const pt = (value: number, unit: string | null) => spaced(amountOf(value, unit, "pt-BR"));
    expect([pt(300_000, "R$"), pt(1_234.5, "R$"), pt(12.5, "%"), pt(1, "dias"), pt(12, "dias")]).toEqual(["R$ 300.000", "R$ 1.234,50", "12,5%", "1 dia", "12 dias"]);
    expect([pt(40, "un"), pt(8.5, "score"), pt(1_200, "clientes"), pt(7, null), pt(-3, "R$")]).toEqual(["40 un", "8,5", "1.200 clientes", "7", "-R$ 3"]);
    const en = (value: number, unit: string) => spaced(amountOf(value, unit, "en"));
    expect([en(300_000, "R$"), en(12.5, "%"), en(1, "dias"), en(2, "un")]).toEqual(["R$300,000", "12.5%", "1 day", "2 units"]);
  });

  it("are short where there is little room", () => {
    const pt = (value: number, unit: string | null) => spaced(shortAmountOf(value, unit, "pt-BR"));
    expect([pt(300_000, "R$"), pt(1_200_000, null), pt(0, "R$"), pt(75, "%"), pt(2_500, "clientes")]).toEqual(["R$ 300 mil", "1,2 mi", "R$ 0", "75%", "2.500"]);
  });

  it("are shares with one decimal at most", () => {
    expect([percentOf(66.666, "pt-BR"), percentOf(50, "pt-BR"), percentOf(56.25, "en")]).toEqual(["66,7%", "50%", "56.3%"]);
  });
});

describe("amounts as they are typed", () => {
  it.each([
    ["300.000", 300_000],
    ["1.234,5", 1_234.5],
    ["1,234.5", 1_234.5],
    ["12,5 %", 12.5],
    ["12.5", 12.5],
    ["R$ 3 mil", 3_000],
    ["1,2 mi", 1_200_000],
    ["0", 0],
    ["-7", -7],
    ["1 500", 1_500],
  ])("%s is read in Portuguese", (text, value) => {
    expect(readAmount(text, "pt-BR")).toBe(value);
  });

  it.each([
    ["300,000", 300_000],
    ["1,234.5", 1_234.5],
    ["7,5", 7.5],
    ["$3k", 3_000],
  ])("%s is read in English", (text, value) => {
    expect(readAmount(text, "en")).toBe(value);
  });

  it.each(["", "abc", "1.2.3", "12 abacaxis", "1,2,3", "--1"])("%s is no number", (text) => {
    expect(readAmount(text, "pt-BR")).toBeNull();
  });

  it("go back into a field as they were read", () => {
    for (const value of [0, 1_234.5, -0.25, 300_000]) {
      for (const locale of ["pt-BR", "en"] as const) expect(readAmount(plainAmountOf(value, locale), locale)).toBe(value);
    }
  });
});

describe("months and days", () => {
  it("are those that are written, in every time zone", () => {
    expect([monthOf("2026-04", "pt-BR"), monthOf("2026-04", "pt-BR", "short"), monthOf("2026-04-01", "pt-BR", "name")]).toEqual(["abril de 2026", "abr 2026", "abr"]);
    expect([monthOf("2026-04", "en"), monthOf("2026-04", "en", "short"), monthOf("later", "en")]).toEqual(["April 2026", "Apr 2026", "later"]);
    expect([dayOf("2026-12-31", "pt-BR"), dayOf("2026-01-01T00:00:00Z", "en"), dayOf("soon", "en")]).toEqual(["31 dez 2026", "Jan 1, 2026", "soon"]);
  });
});
