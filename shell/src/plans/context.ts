/** What a run has in mind, in the order one reads it. Pure. */

import type { MemoryItem } from "@/api";

/** The objective first, then what is pinned, then the latest step before the earlier ones, each from its end to its beginning. */
export function inMind(items: readonly MemoryItem[]): readonly MemoryItem[] {
  return items.toSorted((a, b) => rank(a) - rank(b) || (b.step ?? 0) - (a.step ?? 0) || (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0));
}

/** The bare name of what a step called. */
export const functionOf = (capability: string): string => capability.slice(capability.lastIndexOf(".") + 1);

const rank = ({ kind, pinned }: MemoryItem) => (kind === "objective" ? 0 : pinned ? 1 : 2);

/** What it says, without the mark in front: where it is listed, an icon shows that. */
export const plainly = (content: string): string => content.replace(/^[⚡✓✕–] /u, "");
