/** The three steps of an import: which file, what it would change, the import itself. */

export type ImportStep = "choose" | "review" | "run";

export const STEPS: readonly ImportStep[] = ["choose", "review", "run"];

/** Return the step of an import whose file and run are known so far. */
export function stepOf({ file, run }: { readonly file: string | null; readonly run: string | null }): ImportStep {
  return run !== null ? "run" : file !== null ? "review" : "choose";
}
