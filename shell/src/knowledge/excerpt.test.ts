import { expect, test } from "vitest";

import { excerptOf, firstLinesOf, placesOf } from "./excerpt";

test("the heading beside an excerpt is not said again, and tables read as words", () => {
  expect(excerptOf("Multas\n\n| Falta | Valor |\n| --- | --- |\n| Barulho | R$ 250 |", "Regras › Multas")).toBe("Falta · Valor. Barulho · R$ 250.");
  expect(excerptOf("Da rescisão\nA multa é de três aluguéis.", "Da rescisão")).toBe("A multa é de três aluguéis.");
  expect(excerptOf("Multas", "Multas")).toBe("Multas");
});

test("an excerpt begins where the words stand that were looked for", () => {
  const text = "O prazo é de 30 meses. As chaves ficam na portaria. A devolução antecipada custa três aluguéis de multa.";
  expect(excerptOf(text, "", "multa por devolução antecipada")).toBe("… A devolução antecipada custa três aluguéis de multa.");
  expect(excerptOf(text, "", "elevador")).toBe(text);
});

test("words are found in their other forms, and not inside others", () => {
  const text = "Multas e a multa; o tumulto. Devoluções.";
  expect(placesOf(text, "multa devolução").map(({ start, end }) => text.slice(start, end))).toEqual(["Multas", "multa", "Devoluções"]);
});

test("the first lines of a table are cells, without the signs that draw it", () => {
  expect(firstLinesOf("Gastos\n\n| Mês | Valor |\n| --- | --- |\n| Janeiro | 1240 |")).toBe("Gastos\n\nMês · Valor\nJaneiro · 1240");
});
