/** Sub-agents as a tree, flattened for a list. Pure. */

import type { Run } from "@/api";

export interface Branch {
  readonly run: Run;
  /** How deep below the root: its own children are at 0. */
  readonly level: number;
}

/** The runs below one, each right behind its parent. */
export function branchesOf(root: string, runs: readonly Run[], level = 0): readonly Branch[] {
  return runs
    .filter((run) => run.parent === root)
    .flatMap((run) => [{ run, level }, ...branchesOf(run.id, runs, level + 1)]);
}
