/** Which entries are shown, and in which order. Pure. */

import type { CatalogueEntry } from "@/api";
import type { Tone } from "@/ui";

/** What somebody looks for: what can be added, what is newer, what is here, and what is none of these. */
export const SHOWN = ["offered", "updates", "here", "others"] as const;

export type Shown = (typeof SHOWN)[number];

type State = CatalogueEntry["state"];

const PLACES: Readonly<Record<State, Shown>> = {
  available: "offered",
  differs: "offered",
  update: "updates",
  added: "here",
  refused: "others",
  unknown: "others",
  told: "others",
};

export const STATE_TONES: Readonly<Record<State, Tone>> = {
  available: "accent",
  added: "ok",
  update: "run",
  differs: "warn",
  refused: "bad",
  unknown: "neutral",
  told: "neutral",
};

/** The words of a search, as they are compared: without case and accents. */
export function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The entries that have all the words and are of the kind; an empty kind is every kind. */
export function matching(items: readonly CatalogueEntry[], words: string, kind: string): readonly CatalogueEntry[] {
  const wanted = folded(words).split(/\s+/).filter(Boolean);
  return items.filter((entry) => {
    const told = folded(`${entry.name} ${entry.title} ${entry.description} ${entry.source}`);
    return (kind === "" || entry.kind === kind) && wanted.every((word) => told.includes(word));
  });
}

/** The entries under what somebody looks for: what can be used first, then by title. */
export function shown(items: readonly CatalogueEntry[], place: Shown): readonly CatalogueEntry[] {
  return items
    .filter((entry) => PLACES[entry.state] === place)
    .sort((a, b) => Number(a.is_built_in) - Number(b.is_built_in) || a.title.localeCompare(b.title));
}
