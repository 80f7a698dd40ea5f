/** What an import came to, as it is shown. Pure. */

import type { AtlasImportOutcome } from "@/api";
import type { TableCount } from "@/decisions";

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
