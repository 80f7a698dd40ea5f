import { useState } from "react";

import type { PlanCard } from "@/api";

interface Seen {
  /** The version that was looked at, when another one is shown now. */
  readonly before: number | null;
  /** Say that what is shown now was looked at. */
  readonly look: () => void;
}

/** Whether a card changed under somebody's eyes: what they are about to approve must be what they read. */
export function useSeen({ version, content_hash }: Pick<PlanCard, "version" | "content_hash">): Seen {
  const [seen, see] = useState({ version, content_hash });
  const look = () => see({ version, content_hash });
  return { before: seen.content_hash === content_hash ? null : seen.version, look };
}
