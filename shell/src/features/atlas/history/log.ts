/** The log of a company, read: under its days, and what each entry is about. Pure. */

import type { AtlasLogEntry } from "@/api";

export interface Day {
  readonly title: string;
  readonly entries: readonly AtlasLogEntry[];
}

/** Entries under the days they happened on, in the order they came. */
export function byDay(entries: readonly AtlasLogEntry[], titleOf: (iso: string) => string): readonly Day[] {
  const days: { title: string; entries: AtlasLogEntry[] }[] = [];
  for (const entry of entries) {
    const title = titleOf(entry.at);
    const last = days.at(-1);
    if (last?.title === title) last.entries.push(entry);
    else days.push({ title, entries: [entry] });
  }
  return days;
}

/** The short id of what an entry is about: `atlas:kr-11` is `kr-11`. */
export function itemOf({ entity }: Pick<AtlasLogEntry, "entity">): string {
  return entity.slice(entity.indexOf(":") + 1);
}

/** What was done, of the few things that can be done. */
export function deedOf({ op }: Pick<AtlasLogEntry, "op">): "create" | "update" | "delete" | "import" | "undo" {
  if (/undo|undone|restore/.test(op)) return "undo";
  if (/import|sample/.test(op)) return "import";
  if (/delete|remove|trash/.test(op)) return "delete";
  return /create|add|made/.test(op) ? "create" : "update";
}
