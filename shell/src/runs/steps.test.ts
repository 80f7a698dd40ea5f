import { describe, expect, it } from "vitest";

import type { Event, Fact, StepView } from "@/api";
import { afterEvents, ownerOf, progressOf, stepsOf } from "./steps";

const TS = "2026-01-01T10:00:00.000Z";
const PROBLEM = { code: "broken", message: "It broke", hint: null, field: null, candidates: [], matches: [], recoverable: true, subject: null };

const step = (place: string, more: Partial<StepView> = {}): StepView => ({
  place,
  inside: ownerOf(place),
  kind: "call",
  title: place,
  status: "pending",
  after: [],
  capability: null,
  effect: null,
  agent: null,
  done: null,
  total: null,
  attempt: 0,
  started_at: null,
  finished_at: null,
  again_at: null,
  moment: null,
  approval: null,
  error: null,
  run: null,
  call: null,
  origin: null,
  skipped: null,
  size: null,
  usage: null,
  artifacts: [],
  stops_before: false,
  stops_after: false,
  repeats: false,
  condition: null,
  ...more,
});

const event = (data: Fact): Event => ({
  seq: "1",
  ts: TS,
  topic: "step",
  type: data.type,
  run: "run_1",
  session_id: null,
  data,
});

const after = (first: StepView, ...facts: Fact[]) => afterEvents(stepsOf([first]), facts.map(event)).get(first.place);
const started: Fact = { type: "step.started", step: "a", attempt: 1 };
const completed: Fact = { type: "step.completed", step: "a", result: 1, call: null, origin: null };

describe("steps, kept current by events", () => {
  it("begin and end", () => {
    expect(after(step("a"), started)).toMatchObject({ status: "running", attempt: 1, started_at: TS });
    expect(after(step("a"), started, completed)).toMatchObject({ status: "done", started_at: TS, finished_at: TS });
  });

  it("fail, are tried again, and stay failed in the end", () => {
    const again: Fact = { type: "step.failed", step: "a", error: PROBLEM, again_at: 12, contained: false, result: null, call: null };
    expect(after(step("a"), started, again)).toMatchObject({ status: "pending", again_at: 12, error: PROBLEM });
    expect(after(step("a"), started, { ...again, again_at: null })).toMatchObject({ status: "failed", again_at: null });
  });

  it("wait for a person, and go on as decided", () => {
    const asked: Fact = { type: "step.interrupted", step: "a", moment: "before", message: "", error: null, approval: "apr_1", result: null, call: null };
    const let_go: Fact = { type: "step.released", step: "a", option: "approve", result: null, state: {}, clears: false };
    expect(after(step("a"), asked)).toMatchObject({ status: "waiting", moment: "before", approval: "apr_1" });
    expect(after(step("a"), asked, let_go)).toMatchObject({ status: "ready", moment: null, approval: null });
    expect(after(step("a"), asked, { ...let_go, option: "skip" })).toMatchObject({ status: "skipped" });
    expect(after(step("a"), { ...asked, moment: "answer" }, let_go)).toMatchObject({ status: "done" });
    expect(after(step("a"), { ...asked, moment: "unknown" })).toMatchObject({ status: "unknown" });
  });

  it("are not done before a person has seen what they made", () => {
    const held = step("a", { stops_after: true });
    expect(after(held, started, completed)).toMatchObject({ status: "waiting" });
  });

  it("count what is over inside them, also what nobody has loaded", () => {
    const repeated = step("a", { repeats: true });
    const expanded: Fact = { type: "step.expanded", step: "a", items: [1, 2, 3] };
    const ends: Fact[] = [
      { type: "step.completed", step: "a[0]", result: null, call: null, origin: null },
      { type: "step.failed", step: "a[1]", error: PROBLEM, again_at: 5, contained: false, result: null, call: null },
      { type: "step.skipped", step: "a[2]", reason: "error", error: PROBLEM, result: null, call: null },
    ];
    expect(after(repeated, expanded)).toMatchObject({ done: 0, total: 3, status: "running" });
    expect(after(repeated, expanded, ...ends)).toMatchObject({ done: 2, total: 3 });
  });

  it("know how much their call gave, which is told once, with the call", () => {
    const result = { ok: true, data: { notes: [1, 2], total: 2 } } as unknown as Extract<Fact, { type: "call.completed" }>["result"];
    const told = afterEvents(stepsOf([step("a")]), [
      event({ type: "call.completed", id: "call_1", capability: "core.list_notes", result }),
      event({ type: "step.completed", step: "a", result: null, call: "call_1", origin: null }),
    ]);
    expect(told.get("a")?.size).toEqual({ unit: "items", count: 2, field: "notes" });
  });

  it("begin anew inside a step that is opened again", () => {
    const steps = stepsOf([step("a", { kind: "workflow" }), step("a/x", { status: "failed", attempt: 2 })]);
    const next = afterEvents(steps, [event({ type: "step.opened", step: "a", inputs: {} })]);
    expect(next.get("a")).toMatchObject({ status: "running", done: 0, total: 1 });
    expect(next.get("a/x")).toMatchObject({ status: "pending", attempt: 0 });
  });

  it("stay the very same objects when nothing is said about them", () => {
    const steps = stepsOf([step("a"), step("b")]);
    const next = afterEvents(steps, [event(started)]);
    expect(next.get("b")).toBe(steps.get("b"));
    expect(afterEvents(steps, [event({ type: "run.aborted", error: null })])).toBe(steps);
  });

  it("know what they are part of", () => {
    expect(["a", "a[3]", "a/b", "a[3]/b", "a/b[1]"].map(ownerOf)).toEqual([null, "a", "a", "a[3]", "a/b"]);
  });

  it("make up the run's progress, parts not counted", () => {
    const views = [step("a", { status: "done" }), step("b", { status: "running" }), step("b/x", { status: "done" })];
    expect(progressOf(views)).toEqual({ done: 1, total: 2 });
    expect(progressOf([step("a", { status: "failed" }), step("b", { status: "skipped" })])).toEqual({ done: 0, total: 2 });
    expect(progressOf([step("a", { status: "done" }), step("b", { status: "skipped" })])).toEqual({ done: 2, total: 2 });
    expect(progressOf([step("a", { status: "done" }), step("b", { status: "skipped" })], true)).toEqual({ done: 1, total: 2 });
  });
});
