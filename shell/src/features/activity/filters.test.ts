import { describe, expect, it } from "vitest";

import type { Run } from "@/api";
import { EVERYTHING, isNarrowed, withWords } from "./filters";

const run = (title: string, agent: string | null = null) => ({ title, agent, kind: "turn" }) as Run;

describe("searching runs", () => {
  const runs = [run("Crie uma nota de férias", "assistant"), run("Leia o relatório"), run("Write a note", "coder")];

  it("finds all words, whatever their order, case and accents", () => {
    expect(withWords(runs, "FERIAS nota")).toEqual([runs[0]]);
    expect(withWords(runs, "relatorio")).toEqual([runs[1]]);
    expect(withWords(runs, "coder")).toEqual([runs[2]]);
    expect(withWords(runs, "férias coder")).toEqual([]);
    expect(withWords(runs, "  ")).toEqual(runs);
  });

  it("knows whether anything is filtered at all", () => {
    expect(isNarrowed(EVERYTHING)).toBe(false);
    expect(isNarrowed({ ...EVERYTHING, words: " " })).toBe(false);
    expect(isNarrowed({ ...EVERYTHING, kind: "undo" })).toBe(true);
  });
});
