/** What the kinds of meetings are called. Pure. */

import type { Translate } from "@/i18n";

export const MEETING_TYPES = ["RM", "RE", "Extraordinaria"] as const;

/** A kind of meeting in words; one that came with an import and nobody knows is said as it is. */
export function typeWords(type: string | null | undefined, t: Translate): string {
  const known = MEETING_TYPES.find((each) => each === type);
  return known === undefined ? (type ?? "") : t(`atlas.meeting.type.${known}`);
}
