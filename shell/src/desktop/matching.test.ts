import { expect, test } from "vitest";

import { isSaid } from "./matching";

test("every word typed begins a word of the label, accents and case aside", () => {
  expect(isSaid("portugues", "Idioma: Português (Brasil)")).toBe(true);
  expect(isSaid("bra idi", "Idioma: Português (Brasil)")).toBe(true);
  expect(isSaid("ugues", "Idioma: Português (Brasil)")).toBe(false);
  expect(isSaid("", "anything")).toBe(true);
});
