/** How far an answer is supported, as it is told. Pure. */

import type { CheckedSentence, Message } from "@/api";
import { type Span, spanIn } from "../text";

const REASONS = ["number", "name", "date", "quotation", "negation", "far", "missing"] as const;
export type Reason = (typeof REASONS)[number] | "other";

/** A sentence that nothing supports: where it stands, its words without marks of formatting, and why. */
export interface Doubt extends Span {
  readonly words: string;
  readonly reason: Reason;
}

/** The sentences of an answer that nothing supports. */
export function doubtsOf({ content, grounding }: Pick<Message, "content" | "grounding">): readonly Doubt[] {
  const sentences = grounding?.sentences ?? [];
  return sentences.filter(({ verdict }) => verdict === "unsupported").map((sentence) => doubtOf(content, sentence));
}

function doubtOf(content: string, sentence: CheckedSentence): Doubt {
  const span = spanIn(content, sentence);
  const words = content
    .slice(span.start, span.end)
    .replaceAll(/\[\d+(?:\s*,\s*\d+)*\]/g, "")
    .replaceAll(/^[\s>#-]+|[*_`]/g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ([.,;:!?])/g, "$1")
    .trim();
  return { ...span, words, reason: REASONS.find((reason) => reason === sentence.reason) ?? "other" };
}

/**
 * The number each passage is shown by, from 1 in the order an answer cites them.
 *
 * Marks go on through a conversation, so that a model can cite what it found earlier; a reader sees this answer alone.
 */
export function numbersOf({ content, sources }: Pick<Message, "content" | "sources">): ReadonlyMap<number, number> {
  const known = sources.map(({ mark }) => mark);
  const cited = [...content.matchAll(/\[(\d+(?:\s*,\s*\d+)*)\]/g)].flatMap(([, marks = ""]) => marks.split(",").map(Number));
  const ordered = new Set([...cited.filter((mark) => known.includes(mark)), ...known]);
  return new Map([...ordered].map((mark, index) => [mark, index + 1]));
}

/** The words of the sentences that cite nothing. */
export function uncitedIn({ content, grounding }: Pick<Message, "content" | "grounding">): readonly string[] {
  const sentences = grounding?.sentences ?? [];
  return sentences.filter(({ verdict }) => verdict === "uncited").map((sentence) => doubtOf(content, sentence).words);
}

/** How many sentences have this verdict. */
export function countOf({ grounding }: Pick<Message, "grounding">, verdict: CheckedSentence["verdict"]): number {
  return (grounding?.sentences ?? []).filter((sentence) => sentence.verdict === verdict).length;
}
