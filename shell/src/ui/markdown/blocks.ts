/** Lines of Markdown to blocks. Pure; what is not known is a paragraph. */

import { type Definitions, foldLabel, inlinesIn } from "./inlines";
import type { Align, Block, Row } from "./nodes";

/** A block and the lines it was read from. */
export interface Piece {
  readonly block: Block | null;
  readonly from: number;
  readonly to: number;
}

/** What a text is read with: the addresses it defines, and the headings that are open. */
export interface Reading {
  readonly definitions: Definitions;
  readonly outline: number[];
}

const DEPTH = 24;
const FENCE = /^( {0,3})(`{3,}|~{3,})\s*([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])( {1,4}(?! )| {5,}|\t|$)/;
const INDENTED = /^(?: {4}|\t)/;
const DEFINITION = /^ {0,3}\[((?:\\.|[^\]\\])+)\]:\s*(?:<([^<>]*)>|(\S+))(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*$/;
const DELIMITERS = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const MARKUP = /^ {0,3}<(?:!--|[?!]|\/?(?:address|article|aside|base|blockquote|body|center|dd|details|dialog|div|dl|dt|fieldset|figure|footer|form|frame|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|meta|nav|noframes|ol|option|p|pre|script|section|style|summary|table|tbody|td|textarea|tfoot|th|thead|title|tr|ul)(?:[\s/>]|$)|\/?[a-z][\w-]*(?:\s[^<>]*)?\/?>\s*$)/i;
const BLANK = /^\s*$/;

/** The addresses that a text defines. */
export function definitionsIn(lines: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  let fence: string | null = null;
  for (const line of lines) {
    const mark = FENCE.exec(line)?.[2];
    if (fence !== null) fence = mark?.startsWith(fence) && line.trim() === mark ? null : fence;
    else if (mark !== undefined) fence = mark;
    else {
      const [, label, angled, plain] = DEFINITION.exec(line.replace(/^[ >]*/, "")) ?? [];
      if (label !== undefined && !found.has(foldLabel(label))) found.set(foldLabel(label), angled ?? plain ?? "");
    }
  }
  return found;
}

/** The blocks of a text, each with the lines it came from. */
export function blocksIn(lines: readonly string[], reading: Reading, depth = 0): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < lines.length) {
    const piece = depth > DEPTH ? raw(lines, at, lines.length) : next(lines, at, reading, depth);
    pieces.push(piece);
    at = piece.to;
  }
  return pieces;
}

function next(lines: readonly string[], at: number, reading: Reading, depth: number): Piece {
  const line = lines[at] ?? "";
  if (BLANK.test(line)) return { block: null, from: at, to: at + 1 };
  if (INDENTED.test(line)) return indented(lines, at);
  const heading = HEADING.exec(line);
  if (heading) return { block: headed(heading[1]?.length ?? 1, heading[2] ?? "", reading), from: at, to: at + 1 };
  if (FENCE.test(line)) return fenced(lines, at);
  if (RULE.test(line)) return { block: { kind: "rule" }, from: at, to: at + 1 };
  if (QUOTE.test(line)) return quoted(lines, at, reading, depth);
  if (ITEM.test(line)) return listed(lines, at, reading, depth);
  if (DEFINITION.test(line)) return { block: null, from: at, to: at + 1 };
  if (MARKUP.test(line)) return markup(lines, at);
  return table(lines, at, reading) ?? paragraph(lines, at, reading);
}

/** Whether a line begins something that ends the paragraph before it. */
function interrupts(line: string): boolean {
  const item = ITEM.exec(line);
  const list = item !== null && (item[2]?.length === 1 || /^1[.)]$/.test(item[2] ?? "")) && line.trim() !== item[2];
  return BLANK.test(line) || list || HEADING.test(line) || FENCE.test(line) || RULE.test(line) || QUOTE.test(line);
}

function raw(lines: readonly string[], from: number, to: number): Piece {
  return { block: { kind: "raw", text: lines.slice(from, to).join("\n") }, from, to };
}

function headed(depth: number, text: string, { definitions, outline }: Reading): Block {
  while (outline.length > 0 && (outline.at(-1) ?? 0) >= depth) outline.pop();
  // Never more than one level below the heading it belongs to.
  const level = outline.push(depth);
  return { kind: "heading", depth, level, inside: inlinesIn(text.trim(), definitions) };
}

function indented(lines: readonly string[], from: number): Piece {
  let to = from + 1;
  for (let at = to; at < lines.length && (INDENTED.test(lines[at] ?? "") || BLANK.test(lines[at] ?? "")); at++) {
    if (!BLANK.test(lines[at] ?? "")) to = at + 1;
  }
  const text = lines.slice(from, to).map((line) => line.replace(INDENTED, ""));
  return { block: { kind: "code", language: undefined, text: text.join("\n") }, from, to };
}

function fenced(lines: readonly string[], from: number): Piece {
  const [, indent = "", mark = "", info = ""] = FENCE.exec(lines[from] ?? "") ?? [];
  const end = lines.findIndex((line, at) => at > from && line.trim().startsWith(mark) && /^ {0,3}(`+|~+)\s*$/.test(line));
  const last = end === -1 ? lines.length : end;
  const text = lines.slice(from + 1, last).map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()));
  const language = info.trim().split(/\s/)[0] || undefined;
  return { block: { kind: "code", language, text: text.join("\n") }, from, to: end === -1 ? last : end + 1 };
}

function quoted(lines: readonly string[], from: number, reading: Reading, depth: number): Piece {
  let to = from + 1;
  // A paragraph inside may go on without the mark.
  while (to < lines.length && (QUOTE.test(lines[to] ?? "") || (!interrupts(lines[to] ?? "") && continues(lines[to - 1] ?? "")))) to++;
  const inside = lines.slice(from, to).map((line) => (QUOTE.test(line) ? line.replace(QUOTE, "") : lazy(line)));
  return { block: { kind: "quote", inside: only(blocksIn(inside, reading, depth + 1)) }, from, to };
}

/** A line that goes on without the mark or the indent of what it belongs to; it can underline no heading. */
function lazy(line: string): string {
  const words = line.trimStart();
  return UNDERLINE.test(words) ? `\\${words}` : words;
}

/** Whether a paragraph inside a quote is still open after this line. */
function continues(line: string): boolean {
  if (!QUOTE.test(line)) return true;
  const inside = line.replace(QUOTE, "");
  return !interrupts(inside) && !INDENTED.test(inside);
}

function only(pieces: readonly Piece[]): readonly Block[] {
  return pieces.map((piece) => piece.block).filter((block) => block !== null);
}

function listed(lines: readonly string[], from: number, reading: Reading, depth: number): Piece {
  const first = ITEM.exec(lines[from] ?? "")?.[2] ?? "-";
  const kind = first.at(-1) ?? "";
  const items: (readonly string[])[] = [];
  let to = from;
  let loose = false;
  while (to < lines.length) {
    const item = ITEM.exec(lines[to] ?? "");
    if (item === null || item[2]?.at(-1) !== kind || RULE.test(lines[to] ?? "")) break;
    const { content, end, gap } = itemAt(lines, to, item);
    items.push(content);
    const another = ITEM.exec(lines[end] ?? "");
    loose ||= gap && (another !== null && another[2]?.at(-1) === kind);
    loose ||= content.some((line, at) => BLANK.test(line) && at > 0 && content.slice(at).some((rest) => !BLANK.test(rest)));
    to = end;
  }
  const start = /\d/.test(first) ? Number.parseInt(first, 10) : null;
  return { block: { kind: "list", start, items: items.map((content) => itemBlocks(content, loose, reading, depth)) }, from, to };
}

/** The lines of one item without their indent, and where the next thing begins. */
function itemAt(lines: readonly string[], from: number, item: RegExpExecArray): { readonly content: readonly string[]; readonly end: number; readonly gap: boolean } {
  const [whole, lead = "", mark = "", space = ""] = item;
  const width = lead.length + mark.length + (space.length > 4 || space === "" ? 1 : space === "\t" ? 1 : space.length);
  const content = [(lines[from] ?? "").slice(space.length > 4 ? width : whole.length)];
  let end = from + 1;
  let gap = false;
  for (let at = end; at < lines.length; at++) {
    const line = (lines[at] ?? "").replace(/^\t/, "    ");
    const blank = BLANK.test(line);
    const inside = line.startsWith(" ".repeat(width));
    if (!blank && !inside && (gap || ITEM.test(line) || interrupts(line))) break;
    content.push(inside ? line.slice(width) : lazy(line));
    gap = blank;
    if (!blank) end = at + 1;
  }
  gap = end < lines.length && BLANK.test(lines[end] ?? "");
  while (gap && end < lines.length && BLANK.test(lines[end] ?? "")) end++;
  return { content: trimEnd(content), end, gap };
}

function trimEnd(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex((line) => !BLANK.test(line)) + 1);
}

function itemBlocks(content: readonly string[], loose: boolean, reading: Reading, depth: number): readonly Block[] {
  const task = /^\[([ xX])\]\s+/.exec(content[0] ?? "");
  const lines = task ? [(content[0] ?? "").slice(task[0].length), ...content.slice(1)] : content;
  const blocks = only(blocksIn(lines, reading, depth + 1));
  const words = loose ? blocks : blocks.map((block): Block => (block.kind === "paragraph" ? { kind: "words", inside: block.inside } : block));
  if (!task) return words;
  const done = task[1] !== " ";
  const [head, ...rest] = words;
  const mark = { kind: "task", done } as const;
  if (head?.kind === "words" || head?.kind === "paragraph") return [{ kind: head.kind, inside: [mark, ...head.inside] }, ...rest];
  return [{ kind: "words", inside: [mark] }, ...words];
}

/** Markup goes on to the next blank line, or to its own end if it has one; it is shown as it was written. */
function markup(lines: readonly string[], from: number): Piece {
  const line = lines[from] ?? "";
  const closer = /^ {0,3}<!--/.test(line) ? /-->/ : /^ {0,3}<(?:script|style|pre|textarea)\b/i.test(line) ? /<\/(?:script|style|pre|textarea)>/i : null;
  const ends = (at: number) => (closer ? closer.test(lines[at] ?? "") : BLANK.test(lines[at + 1] ?? ""));
  let to = from;
  while (to < lines.length && !ends(to)) to++;
  return raw(lines, from, Math.min(lines.length, to + 1));
}

/** Whether a row of names with a row of dashes below it begins here. */
function isTable(lines: readonly string[], at: number): boolean {
  const [head = "", delimiters = ""] = [lines[at], lines[at + 1]];
  return head.includes("|") && DELIMITERS.test(delimiters) && cellsOf(head).length === cellsOf(delimiters).length;
}

function table(lines: readonly string[], from: number, reading: Reading): Piece | null {
  if (!isTable(lines, from)) return null;
  const names = cellsOf(lines[from] ?? "");
  const align = cellsOf(lines[from + 1] ?? "").map(alignOf);
  let to = from + 2;
  while (to < lines.length && !interrupts(lines[to] ?? "") && !MARKUP.test(lines[to] ?? "")) to++;
  const rowOf = (cells: readonly string[]): Row => names.map((_, column) => inlinesIn(cells[column] ?? "", reading.definitions));
  const rows = lines.slice(from + 2, to).map((line) => rowOf(cellsOf(line)));
  return { block: { kind: "table", align, header: rowOf(names), rows }, from, to };
}

/** The cells of a row; a bar behind a backslash belongs to its cell. */
function cellsOf(line: string): readonly string[] {
  const cells = line.trim().replace(/^\|/, "").replace(/(?<!\\)\|$/, "").split(/(?<!\\)\|/);
  return cells.map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function alignOf(delimiter: string): Align {
  const [left, right] = [delimiter.startsWith(":"), delimiter.endsWith(":")];
  return left && right ? "center" : right ? "right" : left ? "left" : null;
}

function paragraph(lines: readonly string[], from: number, reading: Reading): Piece {
  let to = from + 1;
  while (to < lines.length && !interrupts(lines[to] ?? "") && !UNDERLINE.test(lines[to] ?? "") && !isTable(lines, to)) to++;
  const text = lines.slice(from, to).map((line) => line.trimStart()).join("\n").trimEnd();
  const underline = UNDERLINE.exec(lines[to] ?? "")?.[1];
  if (underline !== undefined && !/^(?:[-*+] )/.test(lines[to] ?? "")) return { block: headed(underline.startsWith("=") ? 1 : 2, text, reading), from, to: to + 1 };
  return { block: { kind: "paragraph", inside: inlinesIn(text, reading.definitions) }, from, to };
}
