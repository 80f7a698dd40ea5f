/** Doing edits, and the edits that take them back. Pure. */

import { type Edit, perform, type RefusalCode } from "./change";
import { editsOf } from "./exact";
import { type Draft, placeOf, splitPlace } from "./model";

export type { Edit, RefusalCode, StepFields } from "./change";

/** An edit that could not be done, and why. */
export interface Refusal {
  readonly edit: Edit;
  readonly code: RefusalCode;
}

export interface Applied {
  readonly draft: Draft;
  /** What leads back, in the order it has to be done. */
  readonly inverse: Edit[];
  /** The edits that were left out; all others were done. */
  readonly refused: Refusal[];
}

/** Do edits one after another. One that cannot be done is left out and told. */
export function apply(draft: Draft, edits: readonly Edit[]): Applied {
  let now = draft;
  const inverses: Edit[][] = [];
  const refused: Refusal[] = [];
  for (const edit of edits) {
    const outcome = perform(now, edit);
    if (typeof outcome === "string") {
      refused.push({ edit, code: outcome });
      continue;
    }
    inverses.push(inverseOf(edit, now, outcome));
    now = outcome;
  }
  return { draft: now, inverse: inverses.reverse().flat(), refused };
}

/** Why an edit cannot be done; nothing when it can. */
export function refusalOf(draft: Draft, edit: Edit): RefusalCode | null {
  const outcome = perform(draft, edit);
  return typeof outcome === "string" ? outcome : null;
}

function inverseOf(edit: Edit, before: Draft, after: Draft): Edit[] {
  if (edit.type !== "renameStep") return editsOf(after, before);
  // Renamed back, a step keeps what others changed in it meanwhile; only what the way back missed is set.
  const { inside, id } = splitPlace(edit.id);
  const back: Edit = { type: "renameStep", id: placeOf(inside, edit.to), to: id };
  const outcome = perform(after, back);
  return typeof outcome === "string" ? editsOf(after, before) : [back, ...editsOf(outcome, before)];
}
