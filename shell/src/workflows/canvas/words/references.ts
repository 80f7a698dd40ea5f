/** Paths such as `steps.look.result.total` as people read them: *List the notes › Total*. Pure. */

import type { Path } from "@/flow";
import { type Locale, paramOf } from "@/i18n";

/** How many parts of a path say what it belongs to, by its root. */
const ROOT = { steps: 3, inputs: 2, state: 2, item: 1 } as const;

/** What a path leads to: what it belongs to, as that is called, then each field inside it. */
export function pathWords(path: Path, owner: string, locale: Locale): string {
  const inside = path.slice(ROOT[path[0] as keyof typeof ROOT] ?? 1);
  return [owner, ...inside.map((part) => (typeof part === "number" ? String(part + 1) : paramOf(part, locale)))].join(" › ");
}
