/** What the desktop is used for: which apps belong to it, where its first sentences come from, and what shows them. Pure. */

import type { Settings } from "@/api";
import type { Purpose } from "@/ui";

interface PurposeFacts {
  /** The apps whose news the first page tells. */
  readonly apps: readonly string[];
  /** The app whose sentences are offered to begin with. */
  readonly asks: string;
  /** The capability that adds something made up to look around in. */
  readonly sample?: string;
}

const FACTS: Readonly<Record<Purpose, PurposeFacts>> = {
  teach: { apps: ["school"], asks: "school", sample: "school.adicionar_amostra" },
  goals: { apps: ["atlas"], asks: "atlas", sample: "atlas.add_sample" },
  code: { apps: ["conductor"], asks: "core" },
  explore: { apps: [], asks: "core" },
};

/** What belongs to a purpose; nobody who said nothing is left without a beginning. */
export function factsOf(purpose: Purpose | null | undefined): PurposeFacts {
  return FACTS[purpose ?? "explore"];
}

/** The apps whose news are told: those of the purpose, then those that are pinned, as far as they tell any. */
export function newsApps(desktop: Settings["desktop"] | undefined, telling: readonly string[]): readonly string[] {
  const wanted = [...factsOf(desktop?.purpose).apps, ...(desktop?.pins ?? [])];
  return [...new Set(wanted)].filter((app) => telling.includes(app));
}
