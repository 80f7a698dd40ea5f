/** Where a run works, and whether a mistake is dear there: its own word, or that of whoever bounds it. Pure. */

import type { Run } from "@/api";

/** The environment a run works in; null when it works in none. */
export function environmentOf(run: Pick<Run, "environment" | "bounds">): string | null {
  return run.environment ?? (run.bounds.find(({ environment }) => environment !== "")?.environment || null);
}

/** Whether it works in a protected environment. */
export function isGuarded(run: Pick<Run, "is_protected" | "bounds">): boolean {
  return run.is_protected || run.bounds.some((bound) => bound.protected);
}
