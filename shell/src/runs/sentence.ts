/** One event as a sentence, as the story of a run tells it. Pure. */

import type { Event } from "@/api";
import type { Translate } from "@/i18n";
import type { Names } from "./names";
import { tell } from "./telling";

/** What an event says to people; an empty text when it says nothing. */
export function sentenceOfEvent({ seq, ts, data }: Event, t: Translate, names: Names): string {
  const line = tell({ kind: "fact", key: seq, ts, fact: data }, t, names);
  if (line !== undefined) return line.title;
  // A question is told by its approval elsewhere; here it is the moment a step begins to wait.
  return data.type === "step.interrupted" ? t(`event.step.interrupted.${data.moment}`, { step: names(data.step) }) : "";
}
