/** Edits that are not saved yet, kept while the tab is open: leaving a page by accident loses nothing. */

import { keepJson, readJson } from "@/state";
import { FRESH, type Persona } from "./persona";

/** An edit, the version it was made from, and what that looked like. */
export interface Unsaved {
  readonly version: number;
  readonly base: Persona;
  readonly mine: Persona;
}

const KEPT = "aule.personas";
type All = Readonly<Record<string, Unsaved>>;

const all = () => readJson<All>(sessionStorage, KEPT, {});

export function recall(id: string): Unsaved | undefined {
  const kept = all()[id];
  // What was kept before agents had rules knows nothing of them: it is read as having none.
  return kept && { ...kept, base: { ...FRESH, ...kept.base }, mine: { ...FRESH, ...kept.mine } };
}

export function remember(id: string, unsaved: Unsaved): void {
  keepJson(sessionStorage, KEPT, { ...all(), [id]: unsaved });
}

export function forget(id: string): void {
  const { [id]: _, ...others } = all();
  keepJson(sessionStorage, KEPT, others);
}
