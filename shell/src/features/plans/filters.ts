/** Which plans are shown, as it stands in the address. Pure. */

import type { PlanStatus, PlanSummary } from "@/api";

export const STANDINGS = ["all", "open", "waiting", "running", "over"] as const;
export type Standing = (typeof STANDINGS)[number];

export interface Filters {
  readonly words: string;
  readonly standing: Standing;
  /** Empty means every project. */
  readonly project: string;
}

const SETS: Readonly<Record<Exclude<Standing, "all">, ReadonlySet<PlanStatus>>> = {
  open: new Set(["draft", "clarifying", "reviewing", "ready", "approved"]),
  waiting: new Set(["clarifying", "ready"]),
  running: new Set(["executing"]),
  over: new Set(["done", "done_with_failures", "failed", "cancelled", "superseded"]),
};

/** What an address asks for, whatever somebody typed there. */
export function readFilters(search: string): Filters {
  const wished = new URLSearchParams(search);
  return {
    words: wished.get("q") ?? "",
    standing: STANDINGS.find((each) => each === wished.get("show")) ?? "all",
    project: wished.get("project") ?? "",
  };
}

/** `?show=waiting`, or nothing when nothing is chosen. */
export function writeFilters({ words, standing, project }: Filters): string {
  const query = new URLSearchParams();
  if (words !== "") query.set("q", words);
  if (standing !== "all") query.set("show", standing);
  if (project !== "") query.set("project", project);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

export const isNarrowed = (filters: Filters): boolean => writeFilters(filters) !== "";

const plain = (words: string) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Those of the plans that are wanted, what was replaced by another last. */
export function wanted(plans: readonly PlanSummary[], { words, standing }: Filters): readonly PlanSummary[] {
  return plans
    .filter(({ status, title }) => (standing === "all" || SETS[standing].has(status)) && plain(title).includes(plain(words.trim())))
    .toSorted((a, b) => Number(a.status === "superseded") - Number(b.status === "superseded"));
}
