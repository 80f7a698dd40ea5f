/** An import read from the story of its run. Pure. */

import type { AtlasImportOutcome, Event } from "@/api";
import type { TableCount } from "@/decisions";

/** What it came to; nothing before it is over, or if it did not go through. */
export function outcomeIn(events: readonly Event[]): AtlasImportOutcome | undefined {
  for (const { data } of events.toReversed()) {
    if (data.type === "call.completed" && data.result.ok) return data.result.data as AtlasImportOutcome;
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

/** The tables that had anything in them, as they are counted in a preview too. */
export function countsOf({ tables }: AtlasImportOutcome): readonly TableCount[] {
  return Object.entries(tables)
    .map(([name, { insert, update, unchanged, skipped, delete: gone }]) => ({ name, create: insert, update, unchanged, skipped, delete: gone }))
    .filter(({ create, update, unchanged, skipped, delete: gone }) => create + update + unchanged + skipped + gone > 0);
}

/** How the rows were compared with the file afterwards. */
export function verifiedIn({ verify }: AtlasImportOutcome): { readonly checked: number; readonly wrong: number } {
  const size = (name: string) => {
    const value = verify[name];
    return Array.isArray(value) ? value.length : typeof value === "number" ? value : 0;
  };
  return { checked: size("fields_checked"), wrong: size("mismatches") + size("missing") };
}

/** Whether anything was changed by it. */
export function didSomething(outcome: AtlasImportOutcome): boolean {
  return countsOf(outcome).some(({ create, update, delete: gone }) => create + update + gone > 0);
}
