import { expect, test } from "vitest";

import type { Event, Run } from "@/api";
import { isInView, newsOf, settledBy, type View } from "./news";

const run = (more: Partial<Run> = {}) => ({ id: "run_1", kind: "turn", parent: null, title: "Plan the trip", ...more }) as Run;
const event = (data: object, more: Partial<Event> = {}) =>
  ({ seq: "1", run: "run_1", session_id: "cnv_1", data, ...more }) as unknown as Event;
const known = (each: Run) => new Map([[each.id, each]]);
const finished = (status: string) => event({ type: "run.finished", status });
const elsewhere: View = { visible: true, path: "/settings", conversation: null };

test("a turn that ends is told with the way to its conversation, a failed one as failed", () => {
  const done = { kind: "done", id: "run_1", title: "Plan the trip", path: "/?chat=cnv_1", conversation: "cnv_1" };
  expect(newsOf(finished("done"), known(run()))).toEqual(done);
  expect(newsOf(finished("failed"), known(run()))?.kind).toBe("failed");
  expect(newsOf(finished("done"), known(run({ kind: "plan" })))?.path).toBe("/runs/run_1");
});

test("a run of which something failed is not told as finished; a turn's answer tells it itself", () => {
  expect(newsOf(finished("done_with_failures"), known(run({ kind: "import" })))?.kind).toBe("partly");
  expect(newsOf(finished("done_with_failures"), known(run()))?.kind).toBe("done");
});

test("what somebody stopped, a sub-agent, a direct call and an unknown run are no news", () => {
  expect(newsOf(finished("cancelled"), known(run()))).toBeNull();
  expect(newsOf(finished("done"), known(run({ parent: "run_0" })))).toBeNull();
  expect(newsOf(finished("done"), known(run({ kind: "call" })))).toBeNull();
  expect(newsOf(finished("done"), new Map())).toBeNull();
});

test("what waits is told until it is settled", () => {
  const approval = { id: "apr_1", title: "Write a.md" };
  expect(newsOf(event({ type: "approval.requested", approval }), new Map())?.path).toBe("/approvals/apr_1");
  expect(settledBy(event({ type: "approval.denied", approval }))).toBe("apr_1");
  expect(settledBy(finished("done"))).toBeNull();
});

test("what one sees happen is not told: in its conversation, on its page, in the inbox", () => {
  const done = newsOf(finished("done"), known(run()));
  const waits = newsOf(event({ type: "approval.requested", approval: { id: "apr_1", title: "" } }), new Map());
  if (done === null || waits === null) throw new Error("both are news");
  const seen = (view: Partial<View>) => [done, waits].map((news) => isInView(news, { ...elsewhere, ...view }));
  expect(seen({})).toEqual([false, false]);
  expect(seen({ conversation: "cnv_1" })).toEqual([true, true]);
  expect(seen({ path: "/activity/run_1" })).toEqual([true, false]);
  expect(seen({ path: "/runs/run_1" })).toEqual([false, true]); // its page shows what waits
  expect(seen({ path: "/approvals" })).toEqual([false, true]);
  expect(seen({ path: "/" })).toEqual([false, true]);
  expect(seen({ path: "/capabilities/core.write_file" })).toEqual([false, false]); // asked in a conversation
  const called = { ...waits, conversation: null };
  expect(isInView(called, { ...elsewhere, path: "/capabilities/core.write_file" })).toBe(true);
  expect(isInView(called, { ...elsewhere, path: "/conductor/agents/main/web/Kotlin" })).toBe(true);
  expect(seen({ conversation: "cnv_1", visible: false })).toEqual([false, false]);
});

test("a trial is told to whoever left the page it was begun on", () => {
  const trial = newsOf(finished("done"), known(run({ kind: "workflow", workflow: null })));
  const seen = (path: string) => trial !== null && isInView(trial, { ...elsewhere, path });
  expect(["/agents/reviewer", "/evaluations/calendar", "/settings"].map(seen)).toEqual([true, true, false]);
});

test("a budget that runs out is told with its share and the way to the budgets, wherever one is", () => {
  const budget = { of: "agent", id: "scribe", period: "day", tokens: 10, cost: null };
  const alert = event({ type: "budget.alerted", budget, name: "Scribe", since: "2026-01-01", unit: "tokens", share: 80, spent: 8, limit: 10 }, { run: null });
  const news = newsOf(alert, new Map(), ({ name, share }) => `${name} ${share}%`);
  expect(news).toEqual({ kind: "budget", id: "agent/scribe/day/tokens", title: "Scribe 80%", path: "/settings/budgets", conversation: null });
  expect(news && isInView(news, elsewhere)).toBe(false);
});
