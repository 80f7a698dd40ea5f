/** How each node stands in a run, told from the views of its steps. Pure. */

import type { StepView } from "@/api";

export type NodeStatus = StepView["status"];

/** How a node stands: all repetitions of its step together. */
export interface NodeState {
  readonly status: NodeStatus;
  /** Whether a person has to decide or to answer. */
  readonly isAsking: boolean;
  readonly tokens: number;
  readonly cost: number;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** How many of its repetitions or inner steps are done, of how many; nothing for plain steps. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** Why it was skipped. */
  readonly skipped: StepView["skipped"];
  /** How much it gave, where that can be counted. */
  readonly size: StepView["size"];
  readonly error: StepView["error"];
  /** The places in the run that the node stands for: one, or one for each repetition around it. */
  readonly places: readonly string[];
}

/** The more a status has to say, the earlier it stands: a node shows the first one that any repetition has. */
const LOUDEST: readonly NodeStatus[] = ["waiting", "running", "failed", "unknown", "ready", "pending", "done", "skipped"];

/** The place on the canvas of a step in a run: `loop[2]/search` is drawn at `loop/search`. */
export function nodeOf(place: string): string {
  return place.replace(/\[\d+\]/g, "");
}

/** How each node stands, by its place. */
export function statesOf(steps: Iterable<StepView>): Map<string, NodeState> {
  const views = new Map<string, StepView[]>();
  for (const step of steps) views.set(nodeOf(step.place), [...(views.get(nodeOf(step.place)) ?? []), step]);
  return new Map([...views].map(([place, all]) => [place, stateOf(all)]));
}

function stateOf(all: readonly StepView[]): NodeState {
  // A step that repeats tells of its repetitions itself; where it is not there, they tell together.
  const owners = all.filter(({ place }) => !place.endsWith("]"));
  const shown = owners.length > 0 ? owners : all;
  const paid = shown.some(({ usage }) => usage !== null) ? shown : all;
  const counted = shown.filter(({ total }) => total !== null);
  return {
    status: LOUDEST.find((status) => shown.some((step) => step.status === status)) ?? "pending",
    isAsking: all.some(({ status, moment }) => status === "waiting" && moment !== null),
    tokens: sum(paid, ({ usage }) => (usage === null ? 0 : usage.tokens_in + usage.tokens_out)),
    cost: sum(paid, ({ usage }) => usage?.cost ?? 0),
    startedAt: times(shown, "started_at")[0] ?? null,
    finishedAt: shown.every(({ finished_at }) => finished_at !== null) ? (times(shown, "finished_at").at(-1) ?? null) : null,
    progress: counted.length === 0 ? null : { done: sum(counted, ({ done }) => done ?? 0), total: sum(counted, ({ total }) => total ?? 0) },
    skipped: shown.every(({ status }) => status === "skipped") ? (shown[0]?.skipped ?? null) : null,
    size: all.length === 1 || owners.length === 1 ? (shown[0]?.size ?? null) : null,
    error: all.find(({ error }) => error !== null)?.error ?? null,
    places: all.map(({ place }) => place),
  };
}

/** How long a node has been at work, in milliseconds; nothing when it has not begun. */
export function elapsed(state: NodeState, now: number): number | null {
  if (state.startedAt === null) return null;
  return Math.max(0, (state.finishedAt === null ? now : Date.parse(state.finishedAt)) - Date.parse(state.startedAt));
}

function sum(steps: readonly StepView[], amount: (step: StepView) => number): number {
  return steps.reduce((total, step) => total + amount(step), 0);
}

function times(steps: readonly StepView[], field: "started_at" | "finished_at"): string[] {
  return steps.flatMap((step) => step[field] ?? []).sort();
}
