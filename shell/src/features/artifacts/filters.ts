/** What the gallery shows, as it stands in the address. Pure. */

import type { Artifact, ArtifactFilter } from "@/api";
import { KINDS, type Kind, TYPES_OF } from "@/artifacts";

export const ORDERS = ["newest", "oldest", "name", "largest"] as const;
export type Order = (typeof ORDERS)[number];

/** What the person chose; left out is everything, the newest first. */
export interface Filters {
  readonly kind: Kind | "all";
  readonly project: string;
  readonly words: string;
  readonly order: Order;
}

export const EVERYTHING: Filters = { kind: "all", project: "", words: "", order: "newest" };

/** The choice in an address, whatever somebody typed there. */
export function readFilters(search: string): Filters {
  const wished = new URLSearchParams(search);
  const [kind, order] = [wished.get("kind"), wished.get("order")];
  return {
    kind: KINDS.find((each) => each === kind) ?? "all",
    project: wished.get("project") ?? "",
    words: wished.get("q") ?? "",
    order: ORDERS.find((each) => each === order) ?? "newest",
  };
}

/** The choice as an address has it: `?kind=images&q=cat`, or nothing when nothing is chosen. */
export function writeFilters({ kind, project, words, order }: Filters): string {
  const query = new URLSearchParams();
  if (kind !== "all") query.set("kind", kind);
  if (project !== "") query.set("project", project);
  if (words !== "") query.set("q", words);
  if (order !== "newest") query.set("order", order);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** The question to the server. */
export function asked({ kind, project, words }: Filters): ArtifactFilter {
  return {
    types: kind === "all" ? undefined : TYPES_OF[kind],
    project: project === "" ? undefined : project,
    words,
  };
}

/** Whether something is left out. */
export function isNarrowed({ kind, project, words }: Filters): boolean {
  return kind !== "all" || project !== "" || words.trim() !== "";
}

/** Whether the order can only be told once everything has arrived: the server gives the newest first. */
export function needsAll({ order }: Filters): boolean {
  return order !== "newest";
}

/** The artifacts in the order wished; those that arrive newest first. */
export function ordered(artifacts: readonly Artifact[], order: Order, locale: string): readonly Artifact[] {
  switch (order) {
    case "newest":
      return artifacts;
    case "oldest":
      return artifacts.toReversed();
    case "largest":
      return artifacts.toSorted((one, other) => other.size - one.size);
    case "name": {
      const words = new Intl.Collator(locale, { numeric: true, sensitivity: "base" });
      return artifacts.toSorted((one, other) => words.compare(one.name, other.name));
    }
  }
}
