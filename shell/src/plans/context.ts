/** What a run has in mind, in the order one reads it. Pure. */

import type { MemoryItem } from "@/api";

/** The objective first, then what is pinned, then the latest before the earlier. */
export function inMind(items: readonly MemoryItem[]): readonly MemoryItem[] {
  return items.toSorted((a, b) => rank(a) - rank(b) || (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0));
}

const rank = ({ kind, pinned }: MemoryItem) => (kind === "objective" ? 0 : pinned ? 1 : 2);

/** What it says, without the mark in front: where it is listed, an icon shows that. */
export const plainly = (content: string): string => content.replace(/^[⚡✓✕–] /u, "");
