/** Which runs the list shows, as it stands in the address. Pure. */

import type { Run, RunFilter, RunKind, RunStatus } from "@/api";

export const KINDS = ["workflow", "plan", "schedule"] as const satisfies readonly RunKind[];
export const STATUSES = [
  "executing",
  "waiting",
  "paused",
  "queued",
  "done",
  "done_with_failures",
  "failed",
  "cancelled",
] as const satisfies readonly RunStatus[];

/** What the person chose; left out is everything. */
export interface Filters {
  readonly status: RunStatus | "all";
  readonly kind: RunKind | "all";
  readonly workflow: string;
  readonly project: string;
  readonly words: string;
}

export const EVERYTHING: Filters = { status: "all", kind: "all", workflow: "", project: "", words: "" };

/** The choice in an address, whatever somebody typed there. */
export function readFilters(search: string): Filters {
  const wished = new URLSearchParams(search);
  const [status, kind] = [wished.get("status"), wished.get("kind")];
  return {
    status: STATUSES.find((each) => each === status) ?? "all",
    kind: KINDS.find((each) => each === kind) ?? "all",
    workflow: wished.get("workflow") ?? "",
    project: wished.get("project") ?? "",
    words: wished.get("q") ?? "",
  };
}

/** The choice as an address has it: `?status=failed&q=report`, or nothing when nothing is chosen. */
export function writeFilters({ status, kind, workflow, project, words }: Filters): string {
  const query = new URLSearchParams();
  if (status !== "all") query.set("status", status);
  if (kind !== "all") query.set("kind", kind);
  if (workflow !== "") query.set("workflow", workflow);
  if (project !== "") query.set("project", project);
  if (words !== "") query.set("q", words);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

export function isNarrowed(filters: Filters): boolean {
  return writeFilters({ ...filters, words: filters.words.trim() }) !== "";
}

/** The question to the server. */
export function asked({ status, kind, workflow, project }: Filters): RunFilter {
  return {
    status: status === "all" ? undefined : status,
    kind: kind === "all" ? undefined : kind,
    workflow: workflow === "" ? undefined : workflow,
    project: project === "" ? undefined : project,
    steps: true,
  };
}

/** The runs that have all these words in their title or their workflow's name, those that wait first. */
export function shownOf(runs: readonly Run[], words: string): readonly Run[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  const fits = (run: Run) => {
    const text = plain(`${run.title} ${run.workflow ?? ""}`);
    return wanted.every((word) => text.includes(word));
  };
  const found = runs.filter(fits);
  const waits = (run: Run) => run.status === "waiting";
  return [...found.filter(waits), ...found.filter((run) => !waits(run))];
}

const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
