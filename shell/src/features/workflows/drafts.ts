/** Texts and drawings that are not saved yet, kept while the tab is open: leaving a page by accident loses nothing. */

import type { Draft } from "@/flow";
import { keepJson, readJson } from "@/state";

/** A text, the version it was made from, and what that said. */
export interface Unsaved {
  readonly version: number;
  readonly base: string;
  readonly mine: string;
  /** The file it was just opened from: nothing of it was left behind. */
  readonly file?: string | undefined;
  /** The same drawn on the canvas, when it was edited there last: what it was made from, and what it is now. */
  readonly drawn?: { readonly base: Draft; readonly mine: Draft } | undefined;
}

/** The name of a text that is no workflow yet. No workflow can have it: its page would be this one. */
export const NEW = "new";

const KEPT = "aule.workflows";
type All = Readonly<Record<string, Unsaved>>;

const all = () => readJson<All>(sessionStorage, KEPT, {});

export function recall(id: string): Unsaved | undefined {
  return all()[id];
}

export function remember(id: string, unsaved: Unsaved): void {
  keepJson(sessionStorage, KEPT, { ...all(), [id]: unsaved });
}

export function forget(id: string): void {
  const { [id]: _, ...others } = all();
  keepJson(sessionStorage, KEPT, others);
}
