/** Which pieces of a diff are wanted. Pure. */

/** Pieces of one diff; of another diff the numbers mean nothing. */
export interface Choice {
  readonly diff: string | null;
  readonly hunks: ReadonlySet<number>;
}

/** To begin with everything is wanted. */
export const EVERYTHING: Choice = { diff: null, hunks: new Set() };

/** The pieces that are wanted of this diff: those that were chosen of it, else all. */
export function chosenOf(choice: Choice, diff: string, count: number): ReadonlySet<number> {
  return choice.diff === diff ? choice.hunks : new Set(Array.from({ length: count }, (_, index) => index));
}

/** The same pieces, but for this one. */
export function toggled(chosen: ReadonlySet<number>, hunk: number): ReadonlySet<number> {
  const next = new Set(chosen);
  if (!next.delete(hunk)) next.add(hunk);
  return next;
}

/** Whether all pieces are wanted, none, or some. */
export function standing(chosen: ReadonlySet<number>, count: number): boolean | "some" {
  return chosen.size === 0 ? false : chosen.size === count ? true : "some";
}

/** The file a proposal is about, as its project names it. */
export function pathIn({ entity }: { readonly entity: string }): string {
  return entity.replace(/^file:[^/]*\//, "");
}
