import { expect, test } from "vitest";

import { blocksOf } from "./blocks";

test("a text is cut into headings, paragraphs and tables, and every block knows its place", () => {
  const text = "Prazo\nO prazo é de 30 dias.\n\nSegundo parágrafo\nem duas linhas.\n\n| Item | Valor |\n| --- | ---: |\n| Água | 10,00 |\n\nFim";
  const blocks = blocksOf(text, new Set([0]));
  expect(blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
    ["heading", "Prazo"],
    ["text", "O prazo é de 30 dias."],
    ["text", "Segundo parágrafo\nem duas linhas."],
    ["table", "| Item | Valor |\n| --- | ---: |\n| Água | 10,00 |"],
    ["text", "Fim"],
  ]);
  const table = blocks[3];
  expect(table?.kind === "table" && table.rows.map((row) => row.map(({ start, end }) => text.slice(start, end)))).toEqual([
    ["Item", "Valor"],
    ["Água", "10,00"],
  ]);
});

test("an empty text has no blocks, and a line with a bar is no table", () => {
  expect(blocksOf("\n\n  \n", new Set())).toEqual([]);
  expect(blocksOf("| só uma linha", new Set()).map(({ kind }) => kind)).toEqual(["text"]);
});
