/** Notes on a text that was read: where it cites a source, and which of its stretches are in doubt. Pure. */

import type { Block, Inline } from "./nodes";
import type { Part } from "./parse";

/** A stretch of the source of a text: from `start` up to `end`. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

const CITATION = /\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]/g;
/** What may close a stretch without being one of its words. */
const CLOSING = /[\s*_~`]+$/;

/** The parts of a text with its citations and doubts drawn in. Only marks that are known are citations. */
export function annotated(parts: readonly Part[], marks: ReadonlySet<number>, doubts: readonly Stretch[]): readonly Block[] {
  const source = parts.map(({ raw }) => raw).join("");
  const pen = new Pen(source, marks, doubts);
  let at = 0;
  return parts.map(({ raw, block }) => {
    pen.enter(at, at + raw.length);
    at += raw.length;
    return withInlines(block, (inside) => pen.draw(inside));
  });
}

/** Goes through the words of a text and its source side by side: words stand in the source in the same order. */
class Pen {
  readonly #doubts: readonly (Stretch & { readonly index: number })[];
  readonly #flagged = new Set<number>();
  #at = 0;
  #end = 0;

  constructor(
    readonly source: string,
    readonly marks: ReadonlySet<number>,
    doubts: readonly Stretch[],
  ) {
    this.#doubts = doubts.map(({ start, end }, index) => ({ start, end: start + source.slice(start, end).replace(CLOSING, "").length, index }));
  }

  enter(from: number, to: number): void {
    this.#at = from;
    this.#end = to;
  }

  draw(inside: readonly Inline[]): readonly Inline[] {
    return inside.flatMap((each): readonly Inline[] => {
      if (each.kind === "text") return this.#words(each.text);
      if (each.kind === "code") return this.#whole(each, each.text);
      if (each.kind === "link") return this.#whole(each, plain(each.inside));
      return "inside" in each && each.kind !== "doubt" ? [{ ...each, inside: this.draw(each.inside) }] : [each];
    });
  }

  /** Words, cut where a doubt begins or ends. */
  #words(text: string): readonly Inline[] {
    const from = this.#find(text);
    if (from === null) return this.#cited(text, null);
    const to = from + text.length;
    const cuts = [from, to, ...this.#doubts.flatMap(({ start, end }) => [start, end])].filter((cut) => cut >= from && cut <= to).sort((a, b) => a - b);
    return [...new Set(cuts)].flatMap((cut, index, all) => {
      const next = all[index + 1];
      return next === undefined ? [] : this.#marked(this.#cited(text.slice(cut - from, next - from), cut), cut, next);
    });
  }

  #whole(node: Inline, text: string): readonly Inline[] {
    const from = this.#find(text);
    return from === null ? [node] : this.#marked([node], from, from + text.length);
  }

  /** These nodes stand from here to there: in doubt or not, and with a flag where the doubt ends. */
  #marked(nodes: readonly Inline[], from: number, to: number): readonly Inline[] {
    const doubt = this.#doubts.find(({ start, end }) => start < to && end > from);
    if (doubt === undefined) return nodes;
    const drawn: Inline = { kind: "doubt", inside: nodes };
    if (to < doubt.end || this.#flagged.has(doubt.index)) return [drawn];
    this.#flagged.add(doubt.index);
    return [drawn, { kind: "flag", doubt: doubt.index }];
  }

  #cited(text: string, from: number | null): readonly Inline[] {
    const nodes: Inline[] = [];
    let at = 0;
    for (const found of text.matchAll(CITATION)) {
      const marks = (found[1] ?? "").split(",").map(Number);
      if (!marks.every((mark) => this.marks.has(mark))) continue;
      if (found.index > at) nodes.push({ kind: "text", text: text.slice(at, found.index) });
      const place = from === null ? null : from + found.index;
      nodes.push(...marks.map((mark): Inline => ({ kind: "cite", mark, at: place })));
      at = found.index + found[0].length;
    }
    if (at < text.length) nodes.push({ kind: "text", text: text.slice(at) });
    return nodes;
  }

  /** Where these words stand in the source; null where signs were written otherwise. */
  #find(text: string): number | null {
    const at = this.source.indexOf(text, this.#at);
    if (at === -1 || at + text.length > this.#end) return null;
    this.#at = at + text.length;
    return at;
  }
}

function plain(inside: readonly Inline[]): string {
  return inside.map((each) => ("text" in each ? each.text : "inside" in each ? plain(each.inside) : "")).join("");
}

/** The same block with other words in it. */
function withInlines(block: Block, draw: (inside: readonly Inline[]) => readonly Inline[]): Block {
  const within = (each: Block) => withInlines(each, draw);
  switch (block.kind) {
    case "paragraph":
    case "words":
    case "heading":
      return { ...block, inside: draw(block.inside) };
    case "quote":
      return { ...block, inside: block.inside.map(within) };
    case "list":
      return { ...block, items: block.items.map((item) => item.map(within)) };
    case "table":
      return { ...block, header: block.header.map(draw), rows: block.rows.map((row) => row.map(draw)) };
    default:
      return block;
  }
}
