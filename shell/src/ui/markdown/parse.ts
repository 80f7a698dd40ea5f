/** Markdown to our own nodes, read again only at its end when it grows. */

import { blocksIn, definitionsIn } from "./blocks";
import type { Block } from "./nodes";

/** A part of the document that is drawn and remembered on its own. */
export interface Part {
  readonly raw: string;
  readonly block: Block;
}

export interface Parsed {
  readonly source: string;
  readonly parts: readonly Part[];
  /** Whether addresses are defined apart from where they are used: then every part may depend on every other. */
  readonly defines: boolean;
}

/** Longer texts are shown as they are. */
const LIMIT = 400_000;

/** A whole text. */
export function parse(source: string): Parsed {
  return grow({ source: "", parts: [], defines: false }, source);
}

/** The text after it grew: what cannot have changed stays the very same objects. */
export function grow(before: Parsed, source: string): Parsed {
  if (source.length > LIMIT) return { source, parts: [{ raw: source, block: { kind: "raw", text: source } }], defines: false };
  const kept = before.defines || !source.startsWith(before.source) ? [] : settled(before.parts);
  const length = kept.reduce((sum, part) => sum + part.raw.length, 0);
  const lines = source.slice(length).replaceAll("\r\n", "\n").split("\n");
  const definitions = definitionsIn(lines);
  if (definitions.size > 0 && kept.length > 0) return grow({ source: "", parts: [], defines: true }, source);
  const parts = [...kept];
  for (const { block, from, to } of blocksIn(lines, { definitions, outline: outlineOf(kept) })) {
    const raw = lines.slice(from, to).join("\n") + (to < lines.length ? "\n" : "");
    if (block) parts.push({ raw, block });
    else joinRaw(parts, raw);
  }
  return { source, parts, defines: definitions.size > 0 };
}

/** All but the last two parts: what is added to the end can only change those. */
function settled(parts: readonly Part[]): readonly Part[] {
  return parts.slice(0, -2);
}

/** Blank lines and definitions draw nothing; their text belongs to the part before, so that lengths add up. */
function joinRaw(parts: Part[], raw: string): void {
  const last = parts.pop();
  parts.push(last ? { raw: last.raw + raw, block: last.block } : { raw, block: { kind: "words", inside: [] } });
}

/** The depths of the headings that are open at the end of these parts. */
function outlineOf(parts: readonly Part[]): number[] {
  const outline: number[] = [];
  for (const { block } of parts) {
    if (block.kind !== "heading") continue;
    while (outline.length > 0 && (outline.at(-1) ?? 0) >= block.depth) outline.pop();
    outline.push(block.depth);
  }
  return outline;
}
