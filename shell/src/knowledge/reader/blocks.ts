/** The text of a page in blocks to be drawn: headings, paragraphs and tables, each with its place in the text. Pure. */

import type { Span } from "../text";

export type Cell = Span;

export type TextBlock =
  | ({ readonly kind: "heading" } & Span)
  | ({ readonly kind: "text" } & Span)
  | ({ readonly kind: "table"; readonly rows: readonly (readonly Cell[])[] } & Span);

const RULE = /^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$/;

/** The blocks of a text; `headings` are the places where one begins. */
export function blocksOf(text: string, headings: ReadonlySet<number>): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  for (const found of text.matchAll(/\S[\s\S]*?(?=\n[ \t]*\n|$(?![\s\S]))/g)) {
    blocks.push(...inBlock(text, { start: found.index, end: found.index + found[0].trimEnd().length }, headings));
  }
  return blocks;
}

function inBlock(text: string, span: Span, headings: ReadonlySet<number>): readonly TextBlock[] {
  const lines = linesOf(text, span);
  if (lines.length > 1 && lines.every(({ start }) => text[start] === "|")) {
    const rows = lines.filter(({ start, end }) => !RULE.test(text.slice(start, end))).map((line) => cellsOf(text, line));
    return [{ kind: "table", rows, ...span }];
  }
  const [first] = lines;
  if (first === undefined || !headings.has(first.start)) return [{ kind: "text", ...span }];
  const second = lines[1];
  const heading: TextBlock = { kind: "heading", ...first };
  return second === undefined ? [heading] : [heading, { kind: "text", start: second.start, end: span.end }];
}

function linesOf(text: string, { start, end }: Span): readonly Span[] {
  const lines: Span[] = [];
  let at = start;
  for (const line of text.slice(start, end).split("\n")) {
    lines.push({ start: at, end: at + line.length });
    at += line.length + 1;
  }
  return lines;
}

/** The cells of a line such as `| a | b |`, without the blanks around their words. */
function cellsOf(text: string, { start, end }: Span): readonly Cell[] {
  const cells: Cell[] = [];
  let from = start + 1;
  for (let at = start + 1; at <= end; at++) {
    const isEnd = at === end;
    if (!isEnd && (text[at] !== "|" || text[at - 1] === "\\")) continue;
    if (!isEnd || text.slice(from, at).trim() !== "") cells.push(trimmed(text, { start: from, end: at }));
    from = at + 1;
  }
  return cells;
}

function trimmed(text: string, { start, end }: Span): Span {
  const words = text.slice(start, end);
  const from = start + (words.length - words.trimStart().length);
  return { start: from, end: Math.max(from, start + words.trimEnd().length) };
}
