/** What a conversation rests on. Pure. */

import type { Message, Passage } from "@/api";
import { documentOf } from "./kinds";

export interface UsedDocument {
  readonly id: string;
  readonly title: string;
  /** The passages that were cited, each once, by their place. */
  readonly passages: readonly Passage[];
}

/** The documents of a conversation, the latest first: those bound to a question, and those an answer cites. */
export function usedIn(messages: readonly Pick<Message, "refs" | "sources" | "ts">[]): readonly UsedDocument[] {
  const found = new Map<string, { title: string; passages: Map<string, Passage> }>();
  const of = (id: string, title: string) => {
    const known = found.get(id) ?? { title, passages: new Map<string, Passage>() };
    // Said again: it moves to the end, which is shown first.
    found.delete(id);
    found.set(id, known);
    return known;
  };
  for (const { refs, sources } of messages.toSorted((one, other) => (one.ts < other.ts ? -1 : 1))) {
    for (const { ref, title } of refs) if (ref.startsWith("document:")) of(documentOf(ref), title);
    for (const passage of sources) of(documentOf(passage.ref), passage.title).passages.set(`${passage.start}-${passage.end}`, passage);
  }
  return [...found]
    .map(([id, { title, passages }]) => ({ id, title, passages: [...passages.values()].sort((one, other) => one.start - other.start) }))
    .reverse();
}
