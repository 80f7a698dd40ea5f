/** What a call came to, read from the story of its run. Pure. */

import type { Result, RunDetail } from "@/api";

/** The result of a call that went on after somebody said yes. */
export function resultIn({ events }: RunDetail, call: string | null): Result | undefined {
  for (const { data } of events.toReversed()) {
    if ((data.type === "call.completed" || data.type === "call.failed") && (call === null || data.id === call)) {
      return data.result;
    }
  }
  return undefined;
}
