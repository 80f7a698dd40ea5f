/** Narrowing the list of runs. Pure. */

import type { Run, RunKind, RunStatus } from "@/api";

export const KINDS: readonly RunKind[] = ["turn", "call", "delegate", "workflow", "plan", "schedule", "undo"];
export const STATUSES: readonly RunStatus[] = ["executing", "waiting", "paused", "done", "failed", "cancelled"];

/** What the person chose; `all` and no words choose everything. */
export interface Filters {
  readonly kind: RunKind | "all";
  readonly status: RunStatus | "all";
  readonly words: string;
}

export const EVERYTHING: Filters = { kind: "all", status: "all", words: "" };

export function isNarrowed(filters: Filters): boolean {
  return filters.kind !== "all" || filters.status !== "all" || filters.words.trim() !== "";
}

/** The runs whose title or agent has all these words, whatever their accents and case. */
export function withWords(runs: readonly Run[], words: string): readonly Run[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return runs;
  return runs.filter((run) => {
    const text = plain(`${run.title} ${run.agent ?? ""} ${run.kind}`);
    return wanted.every((word) => text.includes(word));
  });
}

const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
