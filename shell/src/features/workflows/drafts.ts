/** Texts and drawings that are not saved yet, kept while the tab is open: leaving a page by accident loses nothing. */

import type { WorkflowImport } from "@/api";
import { type Draft, freeId, type History, trimmed } from "@/flow";
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
  /** What became of the file of another program that the drawing came from. */
  readonly brought?: Brought | undefined;
}

/** A file of another program, and what of it has no place here. */
export interface Brought extends Pick<WorkflowImport, "format" | "left_out" | "notes"> {
  readonly name: string;
}

/** The name of a text that is no workflow yet. No workflow can have it: its page would be this one. */
export const NEW = "new";

/** The id that a workflow which was only drawn is made under: the one its text said, else one that its title suggests. */
export function idOf({ id, title }: Draft, taken: ReadonlySet<string> = new Set()): string {
  return id || freeId(title, taken).replaceAll("_", "-").replace(/^[^a-z]+/, "") || "workflow";
}

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

/** What undo knows, and the draft it leads back from. */
export interface Past {
  readonly draft: Draft;
  readonly history: History;
}

const PAST = "aule.workflows.past.";

/** What was done on a canvas before it was left for the text, or the page was loaded again. */
export function recallPast(id: string): Past | null {
  return readJson<Past | null>(sessionStorage, PAST + id, null);
}

/** Keep what undo knows, as much of it as there is room for. */
export function rememberPast(id: string, { draft, history }: Past): void {
  const kept = trimmed(history);
  if (kept.past.length + kept.future.length > 0) keepJson(sessionStorage, PAST + id, { draft, history: kept });
  else forgetPast(id);
}

export function forgetPast(id: string): void {
  sessionStorage.removeItem(PAST + id);
}
