import { describe, expect, it } from "vitest";

import type { AtlasMonthPoint } from "@/api";
import { i18nOf } from "@/i18n";
import { agrees, bandOf, statusWords } from "./bands";
import { firstOf, numberIn, textIn } from "./edit/values";
import { barsOf, wordsOf } from "./item/points";
import { itemPath, pageKindOf, partOf, partPath } from "./paths";

const { t } = i18nOf("pt-BR");
const spaced = (text: string) => text.replaceAll("\u00a0", " ");

describe("addresses of Atlas", () => {
  it("name an item by its short id, and nothing that has no page", () => {
    expect([pageKindOf("kr-11"), pageKindOf("obj-7"), pageKindOf("ini-4"), pageKindOf("kr-"), pageKindOf(undefined)]).toEqual(["key_result", "objective", undefined, undefined, undefined]);
    expect([itemPath("prj-2"), itemPath("tsk-3")]).toEqual(["/atlas/prj-2", undefined]);
  });

  it("name a part with its company", () => {
    expect(partPath("dashboard")).toBe("/atlas");
    expect(partPath("map", "emp-1", { root: "pil-2" })).toBe("/atlas/map?company=emp-1&root=pil-2");
    expect([partOf(undefined), partOf("check-in"), partOf("nonsense")]).toEqual(["dashboard", "check-in", undefined]);
  });
});

describe("how things stand", () => {
  it("is in the bands of AT-22", () => {
    expect([null, 0, 70.9, 71, 99.9, 100, 105, 105.1].map(bandOf)).toEqual(["none", "poor", "poor", "fair", "fair", "good", "good", "excellent"]);
  });

  it("is said in words, and as it is when nobody knows it", () => {
    expect([statusWords("at_risk", t), statusWords(null, t), statusWords("arquivado", t)]).toEqual(["Em risco", "Sem status", "arquivado"]);
  });

  it("tells whether a person and the figures agree", () => {
    expect([agrees("in_progress", "on_track"), agrees("in_progress", "at_risk"), agrees("delayed", "off_track"), agrees(null, "on_track")]).toEqual([true, false, true, false]);
  });
});

describe("fields as they came", () => {
  it("are read with care: null is not 0, and text may be a number", () => {
    const fields = { a: 0, b: null, c: "1.5", d: "x", deadline: "2026-12-31" };
    expect([numberIn(fields, "a"), numberIn(fields, "b"), numberIn(fields, "c"), numberIn(fields, "d"), numberIn(fields, "e")]).toEqual([0, null, 1.5, null, null]);
    expect([textIn(fields, "a"), textIn(fields, "b")]).toEqual(["0", ""]);
    expect([firstOf(fields, ["target_date", "deadline"]), firstOf({}, ["target_date", "deadline"])]).toEqual(["deadline", "target_date"]);
  });
});

describe("the months of a key result", () => {
  const point = (month: string, actual: number | null, percent: number | null, confidence: number | null = null): AtlasMonthPoint => ({ month, actual, percent, confidence, target: 100, is_expected: true });

  it("are bars in the colour of how each went", () => {
    const bars = barsOf([point("2026-01", 120, 120), point("2026-02", 50, 50), point("2026-03", null, null), point("2026-04", 0, 0, 3)], "R$", "pt-BR", t);
    expect(bars.map(({ label, tone, actual, level }) => [label, tone, actual, level])).toEqual([
      ["jan", "fill-run", 120, null],
      ["fev", "fill-bad", 50, null],
      ["mar", "fill-muted", null, null],
      ["abr", "fill-bad", 0, 3],
    ]);
  });

  it("name the year when there are several", () => {
    expect(barsOf([point("2025-12", 1, 1), point("2026-01", 1, 1)], "", "pt-BR", t).map(({ label }) => label)).toEqual(["dez 25", "jan 26"]);
  });

  it("are said in words, where no data is not nothing", () => {
    const said = (each: AtlasMonthPoint) => wordsOf(each, "R$", "pt-BR", t).lines.map(([name, value]) => `${name} ${spaced(value)}`);
    expect(said(point("2026-01", null, null))).toEqual(["Realizado Sem dados", "Meta R$ 100"]);
    expect(said(point("2026-01", 0, 0, 8))).toEqual(["Realizado R$ 0", "Meta R$ 100", "Atingido 0%", "Confiança 8 de 10"]);
  });
});
