import { describe, expect, it } from "vitest";

import { charactersBefore, occurrences, pieces, placesIn, spanIn } from "./text";

describe("places the server counted", () => {
  it("are those of the string where every character is one sign", () => {
    expect(placesIn("coração", [0, 3, 7, 99, -1])).toEqual([0, 3, 7, 7, 0]);
  });

  it("move behind characters that JavaScript counts twice", () => {
    const text = "a😀b🎓c";
    expect(placesIn(text, [0, 1, 2, 3, 4, 5])).toEqual([0, 1, 3, 4, 6, 7]);
    const { start, end } = spanIn(text, { start: 2, end: 4 });
    expect(text.slice(start, end)).toBe("b🎓");
    expect([0, 1, 3, 4, 6, 7].map((place) => charactersBefore(text, place))).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

describe("words in a text", () => {
  it("are found without case and accents, as they stand", () => {
    const text = "A Rescisão e a rescisao: RESCISÃO.";
    expect(occurrences(text, "rescisão").map(({ start, end }) => text.slice(start, end))).toEqual(["Rescisão", "rescisao", "RESCISÃO"]);
  });

  it("are found over the end of a line, and not at all when there are none", () => {
    const text = "prazo de\nentrega 😀 prazo de entrega";
    expect(occurrences(text, "prazo de entrega").map(({ start, end }) => text.slice(start, end))).toEqual(["prazo de\nentrega", "prazo de entrega"]);
    expect(occurrences(text, "  ")).toEqual([]);
    expect(occurrences("aaaa", "a", 2)).toHaveLength(2);
  });
});

describe("the pieces of a text", () => {
  it("are lit inside the spans, which may touch, overlap and reach too far", () => {
    expect(pieces("abcdefgh", [{ start: 4, end: 6 }, { start: 1, end: 3 }, { start: 2, end: 4 }, { start: 7, end: 99 }])).toEqual([
      { text: "a", lit: false },
      { text: "bcdef", lit: true },
      { text: "g", lit: false },
      { text: "h", lit: true },
    ]);
    expect(pieces("abc", [{ start: 2, end: 1 }])).toEqual([{ text: "abc", lit: false }]);
  });
});
