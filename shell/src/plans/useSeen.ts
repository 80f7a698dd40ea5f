import { useState } from "react";

import type { PlanCard } from "@/api";

interface Seen {
  /** The version that was looked at, when another one is shown now. */
  readonly before: number | null;
  /** Say that what is shown now was looked at. */
  readonly look: () => void;
}

/**
 * Whether a card changed under somebody's eyes: what they are about to approve must be what they read.
 *
 * Only a card that was offered for approval counts as read; what became of a plan before that is no surprise.
 */
export function useSeen({ version, content_hash }: Pick<PlanCard, "version" | "content_hash">, offered: boolean): Seen {
  const [seen, see] = useState<{ readonly version: number; readonly content_hash: string } | null>(null);
  const look = () => see({ version, content_hash });
  if (offered && seen === null) look();
  return { before: seen === null || seen.content_hash === content_hash ? null : seen.version, look };
}
