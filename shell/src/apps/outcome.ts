/** An import read from the events of its run. Pure. */

import type { Event } from "@/api";

/** What its call gave back; nothing before it is over, or if it did not go through. */
export function outcomeIn(events: readonly Event[]): unknown {
  for (const { data } of events.toReversed()) {
    if (data.type === "call.completed" && data.result.ok) return data.result.data;
  }
  return undefined;
}

/** How far it is, as it last said. */
export function progressIn(events: readonly Event[]): { readonly message: string | undefined; readonly fraction: number | undefined } {
  for (const { data } of events.toReversed()) {
    if (data.type === "call.progressed") return { message: data.message, fraction: data.fraction ?? undefined };
  }
  return { message: undefined, fraction: undefined };
}
