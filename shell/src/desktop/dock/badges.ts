/** What the dock counts beside its icons. Pure. */

import type { BadgeKind } from "@/ui";
import { type Listed, placeOf } from "./pins";

export type Counts = Readonly<Record<BadgeKind, number>>;

export interface Badge {
  readonly kind: BadgeKind;
  readonly count: number;
}

/** The badge of a screen; null when there is nothing to count. */
export function badgeOf(screen: Listed, counts: Counts): Badge | null {
  const kind = placeOf(screen)?.badge;
  return kind === undefined || counts[kind] === 0 ? null : { kind, count: counts[kind] };
}

/** What waits for a person on screens that are out of sight: the way to them has to say it. */
export function hiddenBadge(hidden: readonly Listed[], counts: Counts): Badge | null {
  return hidden.map((screen) => badgeOf(screen, counts)).find((badge) => badge?.kind === "pending") ?? null;
}
