/** Which sentences of a passage a mark of an answer rests on. Pure. */

import type { Message, Passage } from "@/api";
import { charactersBefore } from "../text";

/**
 * A passage narrowed to what the words before a mark rest on: its text, its place and its address.
 *
 * A mark stands behind the sentences it is for: the one it is in, and those before it up to the mark before. Where the
 * check does not know a place, the whole passage is meant.
 */
export function restingOn({ content, grounding }: Pick<Message, "content" | "grounding">, passage: Passage, at: number | null): Passage {
  if (at === null) return passage;
  const place = charactersBefore(content, at);
  const sentences = (grounding?.sentences ?? []).filter(({ marks }) => marks.includes(passage.mark));
  const own = sentences.findLastIndex(({ start }) => start <= place);
  const cited = (index: number) => {
    const sentence = sentences[index];
    return sentence !== undefined && /\[\d/.test([...content].slice(sentence.start, sentence.end).join(""));
  };
  let first = own;
  while (first > 0 && !cited(first - 1)) first -= 1;
  const places = sentences.slice(Math.max(0, first), own + 1).flatMap(({ places }) => places.filter(({ mark }) => mark === passage.mark));
  if (places.length === 0) return passage;
  const start = Math.max(passage.start, Math.min(...places.map((each) => each.start)));
  const end = Math.min(passage.end, Math.max(...places.map((each) => each.end)));
  if (start >= end) return passage;
  const text = [...passage.text].slice(start - passage.start, end - passage.start).join("");
  return { ...passage, start, end, text, path: movedTo(passage.path, start, end) };
}

/** The address of a document with another passage lit. */
function movedTo(path: string, start: number, end: number): string {
  const [address = "", search = ""] = path.split("?");
  const query = new URLSearchParams(search);
  query.set("start", String(start));
  query.set("end", String(end));
  return `${address}?${query}`;
}
