/** Conversations in groups: by day, or by project. Pure. */

import type { Conversation } from "@/api";

export type Grouping = "day" | "project";

/** The name of a stretch of days. */
export type Days = "today" | "yesterday" | "week" | "month" | "older";

export interface Group<K extends string = string> {
  readonly key: K;
  readonly items: readonly Conversation[];
}

const DAY = 86_400_000;

/** Which stretch of days a moment lies in, as the wall clock counts days. */
export function daysOf(iso: string, now: number): Days {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const then = Date.parse(iso);
  if (then >= midnight) return "today";
  if (then >= midnight - DAY) return "yesterday";
  if (then >= midnight - 7 * DAY) return "week";
  return then >= midnight - 30 * DAY ? "month" : "older";
}

/** By day, the latest first; a stretch without conversations is left out. */
export function byDay(all: readonly Conversation[], now: number): readonly Group<Days>[] {
  return grouped(all, (each) => daysOf(each.updated_at, now));
}

/** By project, the one used last first. */
export function byProject(all: readonly Conversation[]): readonly Group[] {
  return grouped(all, (each) => each.project);
}

function grouped<K extends string>(all: readonly Conversation[], keyOf: (each: Conversation) => K): readonly Group<K>[] {
  const groups = new Map<K, Conversation[]>();
  for (const each of all) {
    const key = keyOf(each);
    const known = groups.get(key);
    if (known) known.push(each);
    else groups.set(key, [each]);
  }
  return [...groups].map(([key, items]) => ({ key, items }));
}
