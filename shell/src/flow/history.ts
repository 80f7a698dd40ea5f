/** Undo and redo as edits, so that they hold when others changed the draft meanwhile. Pure. */

import { apply, type Applied, type Edit, type Refusal } from "./edits";
import type { Draft } from "./model";

/** What one press of undo takes back. */
export interface Change {
  readonly edits: readonly Edit[];
  /** Changes of the same group that follow each other are one: a drag, typing in a field. */
  readonly group: string | null;
}

export interface History {
  /** What undo does, the latest last. */
  readonly past: readonly Change[];
  /** What redo does, the next one last. */
  readonly future: readonly Change[];
}

/** The draft after a step back or forth; `refused` tells what others made impossible meanwhile. */
export interface Travel {
  readonly history: History;
  readonly draft: Draft;
  readonly refused: readonly Refusal[];
}

export const MOST_CHANGES = 200;

export const EMPTY_HISTORY: History = { past: [], future: [] };

/** Remember how to take a change back. Whatever could be done again is forgotten. */
export function record(history: History, { inverse }: Pick<Applied, "inverse">, group: string | null = null): History {
  if (inverse.length === 0) return history;
  const last = history.past.at(-1);
  if (group === null || last?.group !== group) {
    return { past: [...history.past, { edits: inverse, group }].slice(-MOST_CHANGES), future: [] };
  }
  return { past: [...history.past.slice(0, -1), { edits: join(inverse, last.edits), group }], future: [] };
}

/** End a group: the next change of the same group is one of its own. */
export function seal(history: History): History {
  const last = history.past.at(-1);
  return last?.group == null ? history : { ...history, past: [...history.past.slice(0, -1), { ...last, group: null }] };
}

/** How many characters of a history are kept when its canvas is left. */
const MOST_KEPT = 500_000;

/** The history without its oldest changes, so that it may be written down; what is nearest to now stays. */
export function trimmed(history: History, most = MOST_KEPT): History {
  let left = most;
  const fits = (change: Change) => (left -= JSON.stringify(change).length) >= 0;
  return { past: latest(history.past, fits), future: latest(history.future, fits) };
}

function latest(changes: readonly Change[], fits: (change: Change) => boolean): readonly Change[] {
  let from = changes.length;
  while (from > 0 && fits(changes[from - 1] as Change)) from -= 1;
  return changes.slice(from);
}

/** Take the latest change back; nothing when there is none. */
export function undo(history: History, draft: Draft): Travel | null {
  const change = history.past.at(-1);
  if (change === undefined) return null;
  const { draft: earlier, inverse, refused } = apply(draft, change.edits);
  const future = [...history.future, { edits: inverse, group: null }];
  return { draft: earlier, refused, history: { past: history.past.slice(0, -1), future } };
}

/** Do again what was taken back last; nothing when there is none. */
export function redo(history: History, draft: Draft): Travel | null {
  const change = history.future.at(-1);
  if (change === undefined) return null;
  const { draft: later, inverse, refused } = apply(draft, change.edits);
  const past = [...history.past, { edits: inverse, group: null }];
  return { draft: later, refused, history: { past, future: history.future.slice(0, -1) } };
}

/** The way back of a change and, after it, of the one before; steps that only set the same again are left out. */
function join(latest: readonly Edit[], earlier: readonly Edit[]): Edit[] {
  const [only, more] = latest;
  const [first, ...rest] = earlier;
  if (only === undefined || more !== undefined || first === undefined) return [...latest, ...earlier];
  if (only.type === "move" && first.type === "move") {
    return [{ type: "move", positions: { ...only.positions, ...first.positions } }, ...rest];
  }
  if (only.type === "changeStep" && first.type === "changeStep" && only.id === first.id) {
    return [{ ...first, fields: { ...only.fields, ...first.fields } }, ...rest];
  }
  if (only.type === "setDetails" && first.type === "setDetails") {
    return [{ type: "setDetails", fields: { ...only.fields, ...first.fields } }, ...rest];
  }
  if (only.type === "setNote" && first.type === "setNote" && only.note.id === first.note.id) return [...earlier];
  return [...latest, ...earlier];
}
