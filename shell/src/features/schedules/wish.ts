/** A schedule while it is made or changed: what stands in the form, and what is sent. Pure. */

import type { Budget, NewSchedule, Schedule, Workflow } from "@/api";
import type { Json } from "@/forms";
import { draftOf, freshTiming, type TimingDraft, timingOf } from "@/schedules";

export type What = "prompt" | "workflow";
export type Missed = Schedule["missed"];
export type Overlap = Schedule["overlap"];

export const MISSED: readonly Missed[] = ["once", "skip", "all"];
export const OVERLAPS: readonly Overlap[] = ["skip", "queue", "parallel"];

export interface Wish {
  readonly what: What;
  readonly title: string;
  readonly prompt: string;
  /** Who is asked; null is the default agent. */
  readonly agent: string | null;
  readonly workflow: string | null;
  readonly inputs: Readonly<Record<string, Json>>;
  readonly project: string;
  readonly conversation: string | null;
  readonly timing: TimingDraft;
  readonly missed: Missed;
  readonly overlap: Overlap;
  readonly budget: Budget | null;
  readonly heartbeat: boolean;
}

/** What a new schedule begins with: where it was asked for, and what for. */
export interface Beginning {
  readonly project?: string;
  readonly workflow?: string;
  readonly conversation?: string;
}

export function freshWish({ project = "home", workflow, conversation }: Beginning, zone: string, now: number): Wish {
  return {
    what: workflow === undefined ? "prompt" : "workflow",
    title: "",
    prompt: "",
    agent: null,
    workflow: workflow ?? null,
    inputs: {},
    project,
    conversation: conversation ?? null,
    timing: freshTiming(zone, now),
    missed: "once",
    overlap: "skip",
    budget: null,
    heartbeat: false,
  };
}

/** A schedule as the form shows it. */
export function wishOf(schedule: Schedule, now: number): Wish {
  return {
    what: schedule.workflow == null ? "prompt" : "workflow",
    title: schedule.title,
    prompt: schedule.prompt ?? "",
    agent: schedule.agent ?? null,
    workflow: schedule.workflow ?? null,
    inputs: schedule.inputs as Wish["inputs"],
    project: schedule.project,
    conversation: schedule.conversation ?? null,
    timing: draftOf({ at: schedule.at ?? null, interval_s: schedule.interval_s ?? null, cron: schedule.cron ?? null, timezone: schedule.timezone }, now),
    missed: schedule.missed,
    overlap: schedule.overlap,
    budget: schedule.budget ?? null,
    heartbeat: schedule.heartbeat,
  };
}

/** What is missing before it can be kept. */
export type Lack = "prompt" | "workflow" | "timing";

export function lacksOf(wish: Wish): readonly Lack[] {
  const lacks: Lack[] = [];
  if (!wish.heartbeat && wish.what === "prompt" && wish.prompt.trim() === "") lacks.push("prompt");
  if (!wish.heartbeat && wish.what === "workflow" && wish.workflow === null) lacks.push("workflow");
  if (timingOf(wish.timing) === null) lacks.push("timing");
  return lacks;
}

/** What it is called when nobody named it: as the workflow it runs is called, which has a title and not only an id. */
export function namedAfter(wish: Wish, workflows: readonly Pick<Workflow, "id" | "title">[]): Wish {
  if (wish.title.trim() !== "" || wish.what !== "workflow" || wish.heartbeat) return wish;
  return { ...wish, title: workflows.find(({ id }) => id === wish.workflow)?.title ?? "" };
}

/** As the server takes it; of words and workflow only the one that was chosen. */
export function scheduleOf(wish: Wish): Required<Omit<NewSchedule, "paused" | "project_id" | "cron_expr">> {
  const timing = timingOf(wish.timing) ?? { at: null, interval_s: null, cron: null, timezone: wish.timing.timezone };
  const words = wish.what === "prompt" && !wish.heartbeat;
  const flow = wish.what === "workflow" && !wish.heartbeat;
  return {
    ...timing,
    title: wish.title.trim(),
    prompt: words ? wish.prompt.trim() : null,
    agent: words || wish.heartbeat ? wish.agent : null,
    workflow: flow ? wish.workflow : null,
    inputs: flow ? { ...wish.inputs } : {},
    project: wish.project,
    conversation: wish.conversation,
    missed: wish.missed,
    overlap: wish.overlap,
    budget: wish.budget,
    heartbeat: wish.heartbeat,
    consolidates: false, // the server keeps what a schedule was made for
  };
}

const USUAL: Budget = { max_turns: 20, max_tokens: 200_000, max_cost: 1, max_seconds: 600 };

/** Another limit for money or time; emptied, it is as everywhere again, and so is a budget that says nothing else. */
export function withLimit(budget: Budget | null, limit: "max_cost" | "max_seconds", value: number | null): Budget | null {
  const next = { ...USUAL, ...budget, [limit]: value ?? USUAL[limit] };
  const usual = (Object.keys(USUAL) as (keyof Budget)[]).every((name) => next[name] === USUAL[name]);
  return usual && value === null ? null : next;
}
