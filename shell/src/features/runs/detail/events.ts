/** Which of a run's events are about a step. Pure. */

import type { Event } from "@/api";

/** What happened to a step, what was asked about it, and the call that carried it out. */
export function eventsOf(events: readonly Event[], place: string, call: string | null): readonly Event[] {
  return events.filter(({ data }) => {
    if ("step" in data && data.step === place) return true;
    if ("approval" in data && typeof data.approval === "object" && data.approval?.step === place) return true;
    return call !== null && "id" in data && data.type.startsWith("call.") && data.id === call;
  });
}
