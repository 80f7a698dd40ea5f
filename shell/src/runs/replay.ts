/** A run told again: how its steps stood after each of its events. Pure; what it says at the end is what is shown live. */

import type { Event, Graph, Run, StepView, Usage } from "@/api";
import { graphsIn, unbegun } from "./planned";
import { afterEvents, isOver, type Steps } from "./steps";

/** A run with all that happened in it, as far as it can be told again. */
export interface Story {
  readonly run: string;
  readonly events: readonly Event[];
  /** Where in the events something about the picture changes: each of these is a frame. */
  readonly frames: readonly number[];
  /** The steps that runs below were started for, by the id of the run. */
  readonly workers: ReadonlyMap<string, string>;
}

/** How everything stood after one frame. */
export interface Moment {
  /** What the run was doing then: its graph may be changed while it waits. */
  readonly graph: Graph | null;
  readonly steps: Steps;
  /** What had just happened; nothing before the first frame. */
  readonly event: Event | null;
}

const FRAMES: ReadonlySet<string> = new Set([
  "run.planned",
  "run.paused",
  "run.resumed",
  "run.aborted",
  "run.finished",
  "step.started",
  "step.expanded",
  "step.opened",
  "step.completed",
  "step.failed",
  "step.skipped",
  "step.interrupted",
  "step.released",
]);

const BEFORE: Moment = { graph: null, steps: new Map(), event: null };

/** The story of a run, from its events and those of the runs that its steps started. */
export function storyIn(run: string, children: readonly Pick<Run, "id" | "parent" | "step">[], events: readonly Event[]): Story {
  const workers = new Map<string, string>();
  for (const child of children) if (child.parent === run && child.step !== null) workers.set(child.id, child.step);
  const frames = events.flatMap((event, index) => (event.run === run && FRAMES.has(event.type) ? [index] : []));
  return { run, events, frames, workers };
}

/** How everything stood after the frame at this place, counted from 0; before all of them it is -1. */
export function momentAt(story: Story, frame: number): Moment {
  const last = story.frames[Math.min(frame, story.frames.length - 1)];
  if (last === undefined) return BEFORE;
  // What agents spent is told right behind the frame it belongs to, which is shown with it.
  const end = story.frames[frame + 1] ?? story.events.length;
  let graph: Graph | null = null;
  let steps: Steps = new Map();
  let pending: Event[] = [];
  const tell = () => {
    steps = afterEvents(steps, pending);
    pending = [];
  };
  for (const event of story.events.slice(0, end)) {
    const { data } = event;
    if (event.run !== story.run) {
      if (data.type !== "run.finished") continue;
      tell();
      steps = paid(steps, story.workers.get(event.run ?? ""), data.usage);
    } else if (data.type === "run.planned") {
      tell();
      graph = data.graph;
      steps = planned(graph, steps);
    } else if (data.type === "run.finished") {
      tell();
      steps = ended(steps, data.status === "cancelled");
    } else pending.push(event);
  }
  tell();
  return { graph, steps: withReady(steps), event: story.events[last] ?? null };
}

/** The steps of a graph; what has begun stays as it was. */
function planned(graph: Graph, before: Steps): Steps {
  const steps = new Map<string, StepView>();
  for (const [owner, inner] of graphsIn(graph)) {
    for (const node of inner.nodes) {
      const fresh = unbegun(node, owner);
      const known = before.get(fresh.place);
      const begun = known !== undefined && (known.status !== "pending" || known.again_at !== null);
      steps.set(fresh.place, begun ? { ...known, title: fresh.title, after: fresh.after } : fresh);
    }
  }
  return steps;
}

/** Nothing more becomes of what was not over when the run ended. */
function ended(steps: Steps, isCancelled: boolean): Steps {
  return new Map([...steps].map(([place, step]) => [place, isOver(step) ? step : { ...step, status: isCancelled ? "skipped" : "failed" }]));
}

/** What an agent spent is counted for its step; that of a repetition for the step that repeats. */
function paid(steps: Steps, worker: string | undefined, { tokens_in, tokens_out, cost, model_calls }: Usage): Steps {
  const place = worker === undefined ? undefined : [worker, worker.replace(/\[\d+\]$/, "")].find((each) => steps.has(each));
  const step = place === undefined ? undefined : steps.get(place);
  if (step === undefined) return steps;
  const spent = step.usage ?? { tokens_in: 0, tokens_out: 0, cost: 0, model_calls: 0 };
  const usage = {
    tokens_in: spent.tokens_in + tokens_in,
    tokens_out: spent.tokens_out + tokens_out,
    cost: spent.cost + cost,
    model_calls: spent.model_calls + model_calls,
  };
  return new Map(steps).set(step.place, { ...step, usage });
}

/** Steps that nothing is before any more are next, where the graph they are in has begun. */
function withReady(steps: Steps): Steps {
  const isNext = ({ status, again_at, inside, after }: StepView) =>
    status === "pending" &&
    again_at === null &&
    (inside === null || steps.get(inside)?.status === "running") &&
    after.every((place) => isDone(steps.get(place)));
  return new Map([...steps].map(([place, step]) => [place, isNext(step) ? { ...step, status: "ready" } : step]));
}

const isDone = (step: StepView | undefined): boolean => step !== undefined && isOver(step);

/** How long each frame is shown when it is played, in milliseconds: as long as it took, but long waits are cut short. */
export function pauses(story: Story, longest = 1_500): readonly number[] {
  const times = story.frames.map((index) => Date.parse(story.events[index]?.ts ?? ""));
  return times.map((time, at) => {
    const next = times[at + 1];
    return next === undefined ? 0 : Math.min(longest, Math.max(0, next - time) || 0);
  });
}
