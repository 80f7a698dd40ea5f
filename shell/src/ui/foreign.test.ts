import { describe, expect, it } from "vitest";

import vectors from "./foreign.fixtures.json";
import { countFolded, directions, isBlank, marked, type Place, piecesOf, signOf } from "./foreign";
import { nameOf } from "./signs";

describe("foreign text", () => {
  it.each(vectors)("is taken apart as the server does: $case", ({ place, text, pieces, marked }) => {
    const found = piecesOf(text, place as Place);
    expect(found.map((piece) => [piece.kind, piece.text])).toEqual(pieces);
    expect(found.map(signOf).join("")).toBe(marked);
  });

  it("loses and moves no character, whatever it is", () => {
    // A fixed walk through all of Unicode, in pieces of changing length: every character comes by, beside many others.
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const odd = [0x200d, 0x202e, 0xfe0f, 0x0a, 0x0d, 0x20, 0x0301, 0x1f469, 0x3000, 0x27e6, 0x55, 0x2b];
    for (let round = 0; round < 3_000; round++) {
      const codes = Array.from({ length: 1 + next(12) }, () => (next(2) === 0 ? (odd[next(odd.length)] ?? 0) : next(0x110000)));
      const text = String.fromCodePoint(...codes);
      for (const place of ["prose", "code", "name", "marked"] as const) {
        expect(piecesOf(text, place).map((piece) => piece.text).join("")).toBe(text);
      }
    }
  });

  it("counts what it folds", () => {
    expect(piecesOf(`a\n${"\n".repeat(60)}b`, "code").map(countFolded)[1]).toBe(60);
    expect(piecesOf(`a${" ".repeat(60)}b`, "code").map(countFolded)[1]).toBe(60);
    expect([isBlank(" \t\u00a0\r"), isBlank("\u200b")]).toEqual([true, false]);
  });
});

describe("words that are read from right to left", () => {
  it("stand by themselves in code and names, so that signs and numbers stay in their order", () => {
    expect(directions("rm א 1 2 ב /etc", "code")).toEqual(["rm ", "א", " 1 2 ", "ב", " /etc"]);
    expect(directions("שלום עולם.txt", "name")).toEqual(["", "שלום עולם", ".txt"]);
  });

  it("stay whole in prose, and in lines of a file that are nothing else", () => {
    expect(directions("عام 2024 كان", "prose")).toEqual(["عام 2024 كان"]);
    expect(directions("عام 2024 كان", "marked")).toEqual(["عام 2024 كان"]);
    expect(directions('x = "א" + 1', "marked")).toEqual(['x = "', "א", '" + 1']);
  });
});

describe("signs", () => {
  it("stand in plain words, and are named where people know a name", () => {
    expect(marked("a\u202eb")).toBe("a⟦U+202E⟧b");
    expect([nameOf("⟦U+202E⟧"), nameOf("⟦U+200B×9⟧"), nameOf("а⟦U+0430⟧")]).toEqual(["rlo", "zwsp", undefined]);
  });
});
