import { describe, expect, it } from "vitest";

import type { Block, Inline } from "./nodes";
import { annotated } from "./notes";
import { parse } from "./parse";

/** The words of a text with what is noted on them: `{doubt}`, `<1>` for a citation, `!0` for the flag of a doubt. */
function drawn(source: string, marks: readonly number[], doubted: readonly string[] = []): string {
  const doubts = doubted.map((words) => ({ start: source.indexOf(words), end: source.indexOf(words) + words.length }));
  return annotated(parse(source).parts, new Set(marks), doubts).map(blockText).join("|");
}

function blockText(block: Block): string {
  switch (block.kind) {
    case "paragraph":
    case "words":
    case "heading":
      return block.inside.map(text).join("");
    case "list":
      return block.items.map((item) => item.map(blockText).join("")).join("; ");
    case "table":
      return [block.header, ...block.rows].map((row) => row.map((cell) => cell.map(text).join("")).join(",")).join("; ");
    case "quote":
      return block.inside.map(blockText).join("");
    default:
      return block.kind;
  }
}

function text(inline: Inline): string {
  switch (inline.kind) {
    case "cite":
      return `<${inline.mark}>`;
    case "flag":
      return `!${inline.doubt}`;
    case "doubt":
      return `{${inline.inside.map(text).join("")}}`;
    case "strong":
      return `*${inline.inside.map(text).join("")}*`;
    case "text":
    case "code":
      return inline.text;
    case "link":
      return `(${inline.inside.map(text).join("")})`;
    default:
      return "";
  }
}

describe("citations", () => {
  it("are marks that are known, alone, side by side and in lists", () => {
    expect(drawn("O prazo é de 30 dias [1][2]. Há multa [1, 3].", [1, 2, 3])).toBe("O prazo é de 30 dias <1><2>. Há multa <1><3>.");
    expect(drawn("- um [1]\n- dois [2]\n\n| a | b |\n|---|---|\n| c [1] | d |", [1, 2])).toBe("um <1>; dois <2>|a,b; c <1>,d");
    expect(drawn("> citado [1]", [1])).toBe("citado <1>");
  });

  it("are no other brackets: unknown marks, code, links, notes to oneself", () => {
    expect(drawn("Veja [9], `[1]`, [1](https://example.org) e [a].", [1])).toBe("Veja [9], [1], (1) e [a].");
  });
});

describe("doubts", () => {
  it("cover their sentence and no other, with one flag at its end", () => {
    expect(drawn("O prazo é 30 dias [1]. A multa é 20% [2]. Fim.", [1, 2], ["A multa é 20% [2]."])).toBe(
      "O prazo é 30 dias <1>. {A multa é 20% <2>.}!0 Fim.",
    );
  });

  it("go on through emphasis and code, and end before what closes them", () => {
    const source = "Certo. **A multa é `20%` ao mês.** Fim.";
    expect(drawn(source, [], ["**A multa é `20%` ao mês.**"])).toBe("Certo. *{A multa é }{20%}{ ao mês.}!0* Fim.");
  });

  it("are found in items and where the same words stand before", () => {
    const source = "Sim [1].\n\n- Sim [1].\n- Não [1].";
    const start = source.lastIndexOf("Sim");
    const blocks = annotated(parse(source).parts, new Set([1]), [{ start, end: start + "Sim [1].".length }]);
    expect(blocks.map(blockText).join("|")).toBe("Sim <1>.|{Sim <1>.}!0; Não <1>.");
  });

  it("are left out where words were written otherwise than they are drawn", () => {
    expect(drawn("A &amp; B disse. Certo.", [], ["A &amp; B disse."])).toBe("A & B disse. Certo.");
  });
});
