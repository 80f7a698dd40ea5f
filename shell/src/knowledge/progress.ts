/** How far the reading of a document is, told by the events of its run. Pure. */

import type { Event } from "@/api";

export interface Progress {
  readonly message: string;
  readonly fraction: number | null;
}

/** What was last said of this document: its own call where one names it, else the only call there is. */
export function progressOf(events: readonly Event[], document: string): Progress | null {
  const calls = new Set<string>();
  const own = new Set<string>();
  let last: Progress | null = null;
  let any: Progress | null = null;
  for (const { data } of events) {
    if (data.type === "call.started") {
      calls.add(data.id);
      if (Object.values(data.params).includes(document)) own.add(data.id);
    } else if (data.type === "call.progressed") {
      calls.add(data.id);
      any = { message: data.message, fraction: data.fraction ?? null };
      if (own.has(data.id)) last = any;
    }
  }
  return own.size === 0 && calls.size === 1 ? any : last;
}
