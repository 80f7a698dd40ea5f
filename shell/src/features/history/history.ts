/** Telling changes: what kind of thing, what was done to it, where it is now, day by day. Pure. */

import type { Change, ChangedKind } from "@/api";
import { appPlaceOf } from "@/decisions/apps";

export const KINDS: readonly ChangedKind[] = ["file", "memory", "agent", "project", "conversation", "artifact", "workflow", "schedule", "atlas", "school"];

/** What the person chose; `all` and no words choose everything. */
export interface Filters {
  readonly kind: ChangedKind | "all";
  readonly project: string;
  readonly words: string;
}

export const EVERYTHING: Filters = { kind: "all", project: "all", words: "" };

export function isNarrowed({ kind, project, words }: Filters): boolean {
  return kind !== "all" || project !== "all" || words.trim() !== "";
}

/** The kind of thing that was changed. */
export function kindOf({ entity }: Pick<Change, "entity">): ChangedKind {
  const kind = entity.split(":", 1)[0];
  return KINDS.find((known) => known === kind) ?? "file";
}

/** The thing's own name inside its kind: a path, or an id. */
export function nameIn({ entity }: Pick<Change, "entity">): string {
  return entity.slice(entity.indexOf(":") + 1);
}

/** A file's path inside its project. */
export function pathOf(change: Pick<Change, "entity">): string {
  return nameIn(change).replace(/^[^/]*\//, "");
}

export type Verb = "created" | "edited" | "removed" | "undone" | "proposed" | "adopted";

/** What was done. */
export function verbOf(change: Pick<Change, "before" | "after" | "undoes" | "status" | "adopts">): Verb {
  if (change.status === "proposed" || change.status === "adopted" || change.status === "dropped") return "proposed";
  if (change.undoes !== null) return "undone";
  if (change.adopts !== null) return "adopted";
  if (change.before === null) return "created";
  return change.after === null ? "removed" : "edited";
}

/** Where the thing is to be seen, unless this change removed it, or only proposed it. */
export function placeOf(change: Pick<Change, "entity" | "after" | "undone_by" | "status">): string | undefined {
  if (change.after === null || change.undone_by !== null || change.status !== "applied") return undefined;
  const id = nameIn(change);
  switch (kindOf(change)) {
    case "file":
      return `/files/${encodeURIComponent(id.split("/", 1)[0] ?? "")}?${new URLSearchParams({ path: pathOf(change) })}`;
    case "conversation":
      return `/?chat=${id}`;
    case "memory":
      return `/memory/${id}`;
    case "agent":
      return `/agents/${id}`;
    case "project":
      return `/projects/${id}`;
    case "artifact":
      return `/artifacts/${id}`;
    case "workflow":
      return `/workflows/${id}`;
    case "schedule":
      return `/schedules/${id}`;
    case "atlas":
    case "school":
      return appPlaceOf(change);
  }
}

export interface Day {
  readonly title: string;
  readonly changes: readonly Change[];
}

/** Changes under the days they happened on, in the order they came. */
export function byDay(changes: readonly Change[], titleOf: (iso: string) => string): readonly Day[] {
  const days: { title: string; changes: Change[] }[] = [];
  for (const change of changes) {
    const title = titleOf(change.ts);
    const last = days.at(-1);
    if (last?.title === title) last.changes.push(change);
    else days.push({ title, changes: [change] });
  }
  return days;
}
