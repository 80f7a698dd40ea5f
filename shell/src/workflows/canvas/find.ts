/** Nodes of the shown graph that hold the words somebody looks for. Pure. */

import { type Draft, graphOf, placeOf, titleOf } from "@/flow";

export function findAll(draft: Draft, inside: string | null, typed: string): readonly string[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const holds = (text: string) => wanted.every((word) => plain(text).includes(word));
  const steps = (graphOf(draft, inside)?.nodes ?? []).filter((step) => holds(`${titleOf(step)} ${JSON.stringify(step)}`));
  const notes = inside === null ? (draft.canvas?.notes ?? []).filter(({ text }) => holds(text)) : [];
  return [...steps.map(({ id }) => placeOf(inside, id)), ...notes.map(({ id }) => `note:${id}`)];
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
