/** A line of Markdown to words, links and emphasis. Pure; time grows with the length of the text, whatever is in it. */

import { decode } from "./entities";
import type { Inline } from "./nodes";

/** Addresses defined apart from where they are used, by their folded labels. */
export type Definitions = ReadonlyMap<string, string>;

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const SPACE = /\s/;
const SYMBOL = /[\p{P}\p{S}]/u;
const BARE = /^(?:https?:\/\/|www\.)[^\s<]+/i;
const MAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;
const ANGLED = /^<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)>/i;
const TAG = /^<(?:[a-z/][^<>]*|!--[\s\S]*?--|![a-z[][^>]*|\?[\s\S]*?\?)>/i;
const DEPTH = 24;

/** A mark that may begin or end emphasis, in the list where it stands. */
interface Mark {
  readonly sign: string;
  readonly place: number;
  length: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

/** Labels are compared without case and with single spaces. */
export function foldLabel(label: string): string {
  return label.trim().replaceAll(/\s+/g, " ").toLowerCase();
}

/** The words in a text. */
export function inlinesIn(text: string, definitions: Definitions, depth = 0): readonly Inline[] {
  if (depth > DEPTH) return [{ kind: "text", text }];
  return new Reader(text, definitions, depth).read();
}

class Reader {
  readonly #nodes: Inline[] = [];
  readonly #marks: Mark[] = [];
  readonly #partners: ReadonlyMap<number, number>;
  readonly #missing = new Set<number>();
  #words = "";
  #at = 0;

  constructor(
    readonly text: string,
    readonly definitions: Definitions,
    readonly depth: number,
  ) {
    this.#partners = bracketsOf(text);
  }

  read(): readonly Inline[] {
    while (this.#at < this.text.length) this.#step(this.text[this.#at] ?? "");
    this.#flush();
    emphasise(this.#nodes, this.#marks);
    return joined(this.#nodes);
  }

  #step(sign: string): void {
    const done =
      (sign === "\\" && this.#escape()) ||
      (sign === "`" && this.#code()) ||
      (sign === "<" && this.#angled()) ||
      ((sign === "[" || sign === "!") && this.#bracket()) ||
      ((sign === "*" || sign === "_" || sign === "~") && this.#mark(sign)) ||
      (sign === "\n" && this.#newline()) ||
      this.#bare(sign);
    if (!done) {
      this.#words += sign;
      this.#at++;
    }
  }

  #put(node: Inline, length: number): true {
    this.#flush();
    this.#nodes.push(node);
    this.#at += length;
    return true;
  }

  #flush(): void {
    if (this.#words !== "") this.#nodes.push({ kind: "text", text: decode(this.#words) });
    this.#words = "";
  }

  #escape(): boolean {
    const next = this.text[this.#at + 1] ?? "";
    if (next === "\n") return this.#put({ kind: "break" }, 2);
    // Put apart, so that what was escaped is not read as a reference to a sign.
    return PUNCTUATION.test(next) && this.#put({ kind: "text", text: next }, 2);
  }

  #code(): boolean {
    const run = /^`+/.exec(this.text.slice(this.#at, this.#at + 200))?.[0].length ?? 1;
    const end = this.#missing.has(run) ? -1 : closingRun(this.text, this.#at + run, run);
    if (end === -1) {
      this.#missing.add(run);
      this.#words += "`".repeat(run);
      this.#at += run;
      return true;
    }
    const inside = this.text.slice(this.#at + run, end).replaceAll("\n", " ");
    const padded = inside.startsWith(" ") && inside.endsWith(" ") && inside.trim() !== "";
    return this.#put({ kind: "code", text: padded ? inside.slice(1, -1) : inside }, end + run - this.#at);
  }

  #angled(): boolean {
    const rest = this.text.slice(this.#at, this.#at + 2_000);
    const link = ANGLED.exec(rest);
    if (link?.[1] !== undefined) {
      const address = link[1].includes("@") && !/^[a-z][a-z0-9+.-]+:/i.test(link[1]) ? `mailto:${link[1]}` : link[1];
      return this.#put({ kind: "link", address, inside: [{ kind: "text", text: link[1] }] }, link[0].length);
    }
    const tag = TAG.exec(rest)?.[0];
    if (tag === undefined) return false;
    // The one piece of markup models write inside table cells, and the one that can do no harm.
    return this.#put(/^<br\s*\/?>$/i.test(tag) ? { kind: "break" } : { kind: "text", text: tag }, tag.length);
  }

  #bracket(): boolean {
    const picture = this.text[this.#at] === "!";
    const open = this.#at + (picture ? 1 : 0);
    const close = this.text[open] === "[" ? this.#partners.get(open) : undefined;
    if (close === undefined) return false;
    const label = this.text.slice(open + 1, close);
    const target = targetAfter(this.text, close + 1) ?? this.#defined(label, close + 1);
    if (target === null) return false;
    const inside = inlinesIn(label, this.definitions, this.depth + 1);
    const node: Inline = picture ? { kind: "picture", address: target.address, alt: altOf(inside) } : { kind: "link", address: target.address, inside };
    return this.#put(node, target.end - this.#at);
  }

  /** `[label][other]`, `[label][]` or `[label]`, if that was defined. */
  #defined(label: string, after: number): Target | null {
    const close = this.text[after] === "[" ? this.#partners.get(after) : undefined;
    const other = close === undefined ? "" : this.text.slice(after + 1, close);
    const address = this.definitions.get(foldLabel(other || label));
    return address === undefined ? null : { address, end: close === undefined ? after : close + 1 };
  }

  #mark(sign: string): boolean {
    let length = 1;
    while (this.text[this.#at + length] === sign) length++;
    const { opens, closes } = flanks(this.text, this.#at, length, sign);
    this.#flush();
    if (sign !== "~" || length <= 2) this.#marks.push({ sign, place: this.#nodes.length, length, opens, closes });
    return this.#put({ kind: "text", text: sign.repeat(length) }, length);
  }

  #newline(): boolean {
    const hard = this.#words.endsWith("  ");
    this.#words = this.#words.trimEnd();
    if (hard) return this.#put({ kind: "break" }, 1);
    this.#words += "\n";
    this.#at++;
    return true;
  }

  #bare(sign: string): boolean {
    if (!/[hwHW]/.test(sign) && !(/\w/.test(sign) && this.text.includes("@", this.#at))) return false;
    if (/[\w./@-]/.test(this.text[this.#at - 1] ?? "")) return false;
    const rest = this.text.slice(this.#at, this.#at + 2_000);
    const found = BARE.exec(rest)?.[0];
    const words = found === undefined ? MAIL.exec(rest)?.[0] : trimAddress(found);
    if (words === undefined || !words.includes(".")) return found !== undefined && /^https?:\/\/\w/i.test(words ?? "") && this.#link(words ?? "", words ?? "");
    if (found === undefined) return this.#link(`mailto:${words}`, words);
    return this.#link(/^www\./i.test(words) ? `http://${words}` : words, words);
  }

  #link(address: string, words: string): true {
    return this.#put({ kind: "link", address, inside: [{ kind: "text", text: words }] }, words.length);
  }
}

interface Target {
  readonly address: string;
  readonly end: number;
}

/** The matching `]` of every `[`, found in one pass; signs in code and behind a backslash do not count. */
function bracketsOf(text: string): ReadonlyMap<number, number> {
  const partners = new Map<number, number>();
  const open: number[] = [];
  const missing = new Set<number>();
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "\\") at++;
    else if (sign === "`") {
      let run = 1;
      while (text[at + run] === "`") run++;
      const end = missing.has(run) ? -1 : closingRun(text, at + run, run);
      if (end === -1) missing.add(run);
      at = (end === -1 ? at : end) + run - 1;
    } else if (sign === "[") open.push(at);
    else if (sign === "]") {
      const start = open.pop();
      if (start !== undefined) partners.set(start, at);
    }
  }
  return partners;
}

/** Where a run of exactly so many backticks begins; -1 when there is none. */
function closingRun(text: string, from: number, length: number): number {
  for (let at = text.indexOf("`", from); at !== -1; at = text.indexOf("`", at)) {
    let run = 1;
    while (text[at + run] === "`") run++;
    if (run === length) return at;
    at += run;
  }
  return -1;
}

/** `(address "title")` at this place. */
function targetAfter(text: string, from: number): Target | null {
  if (text[from] !== "(") return null;
  const rest = text.slice(from, from + 4_000);
  const angled = /^\(\s*<((?:\\.|[^<>\n\\])*)>/.exec(rest);
  const plain = angled ? null : /^\(\s*((?:\\.|\((?:\\.|[^\s()\\])*\)|[^\s()\\])*)/.exec(rest);
  const head = angled ?? plain;
  if (head === null) return null;
  const tail = /^(?:\s+(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^()\\])*\)))?\s*\)/.exec(rest.slice(head[0].length));
  if (tail === null) return null;
  const address = decode((head[1] ?? "").replaceAll(/\\([!-/:-@[-`{-~])/g, "$1"));
  return { address, end: from + head[0].length + tail[0].length };
}

/** Signs at the end of a sentence do not belong to the address before them. */
function trimAddress(found: string): string {
  let words = found;
  for (;;) {
    const shorter = words.replace(/[?!.,:*_~'"]+$/, "").replace(/&\w+;$/, "");
    const unbalanced = shorter.endsWith(")") && shorter.split(")").length > shorter.split("(").length;
    const next = unbalanced ? shorter.slice(0, -1) : shorter;
    if (next === words) return words;
    words = next;
  }
}

/** Whether a run of marks may begin or end emphasis, by what stands beside it. */
function flanks(text: string, at: number, length: number, sign: string): { readonly opens: boolean; readonly closes: boolean } {
  const before = text[at - 1] ?? " ";
  const after = text[at + length] ?? " ";
  const left = !SPACE.test(after) && (!SYMBOL.test(after) || SPACE.test(before) || SYMBOL.test(before));
  const right = !SPACE.test(before) && (!SYMBOL.test(before) || SPACE.test(after) || SYMBOL.test(after));
  if (sign !== "_") return { opens: left, closes: right };
  return { opens: left && (!right || SYMBOL.test(before)), closes: right && (!left || SYMBOL.test(after)) };
}

/** Turn pairs of marks into emphasis, from the first that closes; the nodes are replaced in place. */
function emphasise(nodes: Inline[], marks: readonly Mark[]): void {
  const slots: (readonly Inline[])[] = nodes.map((node) => [node]);
  const alive = new Map(marks.map((mark) => [mark.place, mark]));
  const waiting: Mark[] = [];
  for (const mark of marks) {
    while (mark.closes && mark.length > 0) {
      const index = waiting.findLastIndex((each) => fits(each, mark));
      const opener = waiting[index];
      if (opener === undefined) break;
      waiting.splice(index + 1);
      wrap(slots, alive, opener, mark);
      if (opener.length === 0) waiting.pop();
    }
    // Nobody writes a thousand marks that all wait for their end.
    if (mark.opens && mark.length > 0 && waiting.length < 1_000) waiting.push(mark);
  }
  nodes.splice(0, nodes.length, ...slots.flatMap((slot, place) => standing(slot, alive.get(place))));
}

function fits(opener: Mark, closer: Mark): boolean {
  if (opener.sign !== closer.sign || opener.length === 0) return false;
  if (opener.sign === "~") return opener.length === closer.length;
  const both = opener.closes || closer.opens;
  return !both || (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0);
}

/** Everything between two marks becomes one node, kept in the slot after the opener. */
function wrap(slots: (readonly Inline[])[], alive: Map<number, Mark>, opener: Mark, closer: Mark): void {
  const width = opener.sign === "~" ? opener.length : opener.length >= 2 && closer.length >= 2 ? 2 : 1;
  const inside: Inline[] = [];
  for (let place = opener.place + 1; place < closer.place; place++) {
    inside.push(...standing(slots[place] ?? [], alive.get(place)));
    slots[place] = [];
    alive.delete(place);
  }
  opener.length -= width;
  closer.length -= width;
  const kind = opener.sign === "~" ? "struck" : width === 2 ? "strong" : "emphasis";
  slots[opener.place + 1] = [{ kind, inside }];
}

/** What stands in a slot: its nodes, or what is left of its mark as words. */
function standing(slot: readonly Inline[], mark: Mark | undefined): readonly Inline[] {
  if (mark === undefined) return slot;
  return mark.length === 0 ? [] : [{ kind: "text", text: mark.sign.repeat(mark.length) }];
}

function altOf(inside: readonly Inline[]): string {
  return inside.map((each) => ("inside" in each ? altOf(each.inside) : "text" in each ? each.text : "alt" in each ? each.alt : "")).join("");
}

/** Words that stand beside each other are one piece. */
function joined(nodes: readonly Inline[]): readonly Inline[] {
  const result: Inline[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (node.kind === "text" && last?.kind === "text") result[result.length - 1] = { kind: "text", text: last.text + node.text };
    else if ("inside" in node && node.kind !== "link") result.push({ ...node, inside: joined(node.inside) });
    else result.push(node);
  }
  return result;
}
