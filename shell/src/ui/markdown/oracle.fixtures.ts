/** Another reader of Markdown, to compare ours with: `marked`, its tokens turned into our nodes. Used by tests alone. */

import { Lexer, type MarkedToken, type Token } from "marked";

import { decode } from "./entities";
import type { Block, Inline } from "./nodes";

/** What `marked` makes of a text. */
export function oracle(source: string): readonly Block[] {
  return blocksOf(new Lexer({ gfm: true }).lex(source));
}

const LOOKS = { strong: "strong", em: "emphasis", del: "struck" } as const;

function blocksOf(tokens: readonly Token[]): readonly Block[] {
  return tokens.map((token) => blockOf(token as MarkedToken)).filter((block) => block !== null);
}

function blockOf(token: MarkedToken): Block | null {
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "paragraph":
      return { kind: "paragraph", inside: inlinesOf(token.tokens) };
    case "text":
      return { kind: "words", inside: inlinesOf(token.tokens ?? [token]) };
    case "checkbox":
      return { kind: "words", inside: [{ kind: "task", done: token.checked }] };
    case "heading":
      return { kind: "heading", depth: token.depth, level: 0, inside: inlinesOf(token.tokens) };
    case "code":
      return { kind: "code", language: token.lang?.split(/\s/)[0] || undefined, text: token.text };
    case "blockquote":
      return { kind: "quote", inside: blocksOf(token.tokens) };
    case "list":
      return { kind: "list", start: token.ordered ? Number(token.start) : null, items: token.items.map((item) => blocksOf(item.tokens)) };
    case "table": {
      const rowOf = (cells: readonly { readonly tokens: Token[] }[]) => cells.map((cell) => inlinesOf(cell.tokens));
      return { kind: "table", align: token.align, header: rowOf(token.header), rows: token.rows.map(rowOf) };
    }
    case "hr":
      return { kind: "rule" };
    default:
      return { kind: "raw", text: token.raw };
  }
}

function inlinesOf(tokens: readonly Token[]): readonly Inline[] {
  return tokens.map((token) => inlineOf(token as MarkedToken));
}

function inlineOf(token: MarkedToken): Inline {
  switch (token.type) {
    case "text":
      return { kind: "text", text: decode(token.text) };
    case "escape":
      return { kind: "text", text: token.text };
    case "codespan":
      return { kind: "code", text: token.text };
    case "strong":
    case "em":
    case "del":
      return { kind: LOOKS[token.type], inside: inlinesOf(token.tokens) };
    case "br":
      return { kind: "break" };
    case "checkbox":
      return { kind: "task", done: token.checked };
    case "link":
      return { kind: "link", address: token.autolink ? token.href : decode(token.href), inside: inlinesOf(token.tokens) };
    case "image":
      return { kind: "picture", address: decode(token.href), alt: decode(token.text) };
    default:
      return /^<br\s*\/?>$/i.test(token.raw.trim()) ? { kind: "break" } : { kind: "text", text: token.raw };
  }
}

/** A block as one line of text, without what the two readers may settle differently: spaces, levels and looseness. */
export function told(block: Block): string {
  switch (block.kind) {
    case "paragraph":
    case "words":
      return `p(${said(block.inside)})`;
    case "heading":
      return `h${block.depth}(${said(block.inside)})`;
    case "code":
      return `code:${block.language ?? ""}(${block.text.trimEnd()})`;
    case "quote":
      return `quote(${block.inside.map(told).join("")})`;
    case "list":
      return `list${block.start ?? ""}(${block.items.map((item) => `-${item.map(told).join("").replace(/^p\(([☐☑])\)p\(/, "p($1")}`).join("")})`;
    case "table":
      return `table(${[block.header, ...block.rows].map((row) => row.map(said).join("|")).join("/")})`;
    case "rule":
      return "rule";
    case "raw":
      return `raw(${block.text.replaceAll(/\s+/g, " ").trim()})`;
  }
}

function said(inside: readonly Inline[]): string {
  const words = inside.map((each) => {
    if (each.kind === "text") return each.text;
    if (each.kind === "break") return "⏎";
    if (each.kind === "task") return each.done ? "☑" : "☐";
    if (each.kind === "code") return `\`${each.text}\``;
    if (each.kind === "picture") return `![${each.alt}](${each.address})`;
    if (each.kind === "link") return `[${said(each.inside)}](${each.address})`;
    return "inside" in each ? `${each.kind}{${said(each.inside)}}` : each.kind;
  });
  return words.join("").replaceAll(/\s+/g, " ").trim();
}
