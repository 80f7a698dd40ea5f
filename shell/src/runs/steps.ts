/** Steps of a run, kept current by its events. Pure: the same for what is stored and what is live. */

import type { Event, Fact, StepStatus, StepView } from "@/api";

/** Every step by its place. */
export type Steps = ReadonlyMap<string, StepView>;

const FINAL: ReadonlySet<StepStatus> = new Set(["done", "failed", "skipped"]);

/** Whether nothing more happens to it. */
export const isOver = (step: Pick<StepView, "status">): boolean => FINAL.has(step.status);

/** The step that a place is a part of: `fetch` of `fetch[3]`, `report` of `report/draft`. */
export function ownerOf(place: string): string | null {
  const end = place.endsWith("]") ? place.lastIndexOf("[") : place.lastIndexOf("/");
  return end <= 0 ? null : place.slice(0, end);
}

/** Steps in the order they were given. */
export function stepsOf(views: readonly StepView[]): Steps {
  return new Map(views.map((view) => [view.place, view]));
}

/** The steps after these events. The same map when nothing about them changed. */
export function afterEvents(steps: Steps, events: readonly Event[]): Steps {
  let next: Map<string, StepView> | undefined;
  const results = new Map<string, unknown>();
  for (const event of events) {
    if (event.data.type === "call.completed") results.set(event.data.id, event.data.result.data);
    for (const step of moved(next ?? steps, withResult(event, results))) (next ??= new Map(steps)).set(step.place, step);
  }
  return next ?? steps;
}

/** The end of a step with what its call gave: that is told once, with the call. */
function withResult(event: Event, results: ReadonlyMap<string, unknown>): Event {
  const { data } = event;
  if (data.type !== "step.completed" || data.call === null || !results.has(data.call)) return event;
  return { ...event, data: { ...data, result: results.get(data.call) } };
}

/** The steps that an event changes, as they are after it: the one it is about, and what that one is a part of. */
function moved(steps: Steps, { data, ts }: Event): readonly StepView[] {
  if (!("step" in data) || typeof data.step !== "string" || !data.type.startsWith("step.")) return [];
  if (data.type === "step.opened") return opened(steps, data.step, ts);
  const before = steps.get(data.step);
  const after = before && { ...before, ...change(before, data, ts) };
  const owner = steps.get(ownerOf(data.step) ?? "");
  // Repetitions are read apart, later than their step: its count goes by what happened, not by how they stood.
  const apart = before === undefined || data.step.endsWith("]");
  const ended = apart || after === undefined ? Number(isEnd(data)) : Number(isOver(after)) - Number(isOver(before));
  const counted = owner && owner.total !== null && ended !== 0 ? [{ ...owner, done: (owner.done ?? 0) + ended }] : [];
  return after ? [after, ...counted] : counted;
}

/** A step whose graph begins, or begins again: everything in it is still to be done. */
function opened(steps: Steps, place: string, ts: string): readonly StepView[] {
  const step = steps.get(place);
  if (step === undefined) return [];
  const parts = [...steps.values()].filter((part) => part.inside === place);
  const begun: StepView = {
    ...step,
    ...BEGUN,
    status: "running",
    started_at: ts,
    attempt: step.attempt + 1,
    done: 0,
    total: parts.length,
  };
  return [begun, ...parts.map((part): StepView => ({ ...part, ...BEGUN, status: "pending", started_at: null, attempt: 0 }))];
}

/** Whether a fact ends a step, however that one stood. */
function isEnd(fact: Fact): boolean {
  return fact.type === "step.completed" || fact.type === "step.skipped" || (fact.type === "step.failed" && fact.again_at === null);
}

const BEGUN = { finished_at: null, error: null, again_at: null, moment: null, approval: null } as const;

function change(step: StepView, fact: Fact, ts: string): Partial<StepView> {
  switch (fact.type) {
    case "step.started":
      return { ...BEGUN, status: "running", attempt: fact.attempt, started_at: step.started_at ?? ts };
    case "step.expanded":
      return { ...BEGUN, status: "running", started_at: ts, done: 0, total: fact.items.length };
    case "step.completed":
      // Its interrupt comes right behind: others must not see it done for a moment.
      return step.stops_after
        ? { status: "waiting", finished_at: ts, origin: fact.origin }
        : { ...BEGUN, status: "done", finished_at: ts, origin: fact.origin, size: sizeOf(fact.result) };
    case "step.failed":
      if (fact.again_at !== null) return { status: "pending", error: fact.error, again_at: fact.again_at };
      return { status: "failed", error: fact.error, again_at: null, finished_at: ts };
    case "step.skipped":
      return { ...BEGUN, status: "skipped", error: fact.error, finished_at: ts, skipped: fact.reason };
    case "step.interrupted": {
      const approval = fact.approval ?? step.approval;
      const isUnplanned = fact.moment === "replan" && approval === null; // it failed, and another way is looked for
      const status = fact.moment === "unknown" ? "unknown" : isUnplanned ? "failed" : "waiting";
      return { status, moment: fact.moment, approval, error: fact.error, started_at: step.started_at ?? ts };
    }
    case "step.released":
      return { moment: null, approval: null, ...released(step, fact.option, ts) };
    default:
      return {};
  }
}

/** How much a result is, as the server counts it: a list, the only list in an object, or a text. */
export function sizeOf(result: unknown): StepView["size"] {
  if (typeof result === "string") return { unit: "characters", count: [...result].length, field: null };
  if (Array.isArray(result)) return { unit: "items", count: result.length, field: null };
  if (typeof result !== "object" || result === null) return null;
  const [list, other] = Object.entries(result).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  return list === undefined || other !== undefined ? null : { unit: "items", count: list[1].length, field: list[0] };
}

function released(step: StepView, option: "approve" | "retry" | "skip" | "abort", ts: string): Partial<StepView> {
  if (option === "skip" || option === "abort") return { status: "skipped", finished_at: ts, skipped: "person" };
  const begins = option === "retry" || step.moment === "before" || step.moment === "replan" || step.moment === "approval";
  return begins ? { status: "ready", finished_at: null, error: null } : { status: "done", finished_at: step.finished_at ?? ts };
}

export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** How many of a run's own steps are done with; the parts of a step count as that one step. */
export function progressOf(steps: Iterable<StepView>, gaveUp = false): Progress {
  const own = [...steps].filter((step) => step.inside === null);
  // What was left out because something failed, or the run was stopped, is not done with: then only what was done counts.
  const counts: ReadonlySet<StepStatus> = new Set(gaveUp || own.some((step) => step.status === "failed") ? ["done"] : ["done", "skipped"]);
  return { done: own.filter((step) => counts.has(step.status)).length, total: own.length };
}
