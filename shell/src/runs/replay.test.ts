import { describe, expect, it } from "vitest";

import type { Event, Fact, StepView } from "@/api";
import { momentAt, pauses, type Story, storyIn } from "./replay";
import recorded from "./replay.fixtures.json";
import { afterEvents, type Steps } from "./steps";

const TOLD = ["place", "status", "started_at", "finished_at", "done", "total", "moment", "approval", "attempt", "usage"] as const;
type Told = Pick<StepView, (typeof TOLD)[number]>;

const told = (steps: Steps): Told[] => [...steps.values()].map((step) => Object.fromEntries(TOLD.map((name) => [name, step[name]])) as unknown as Told);

const runs = recorded.runs.map(({ run, events, told }) => ({ run, events: events as unknown as Event[], told: told as unknown as { after: number; steps: Told[] }[] }));
const byPlace = (steps: readonly Told[]) => new Map(steps.map((step) => [step.place, step]));

const at = (story: Story, frame: number) => byPlace(told(momentAt(story, frame).steps));

describe("a run told again", () => {
  it.each(runs.flatMap(({ run, events, told: all }) => all.map(({ after, steps }) => ({ run, after, events: events.slice(0, after), steps }))))(
    "says at the end what the server tells, after $after events of $run",
    ({ run, events, steps }) => {
      const story = storyIn(run, [], events);
      const last = at(story, story.frames.length - 1);
      // Steps inside others that have not begun are drawn, and not yet told by the server.
      expect(new Map([...last].filter(([place]) => steps.some((step) => step.place === place)))).toEqual(byPlace(steps));
    },
  );

  it("says at the end what was shown live, wherever one began to look", () => {
    for (const { run, events } of runs) {
      const story = storyIn(run, [], events);
      const end = story.frames.length - 1;
      const graphs = story.frames.filter((index) => events[index]?.type === "run.planned");
      // Live, a changed graph and the end of a run are read anew; between those, events are folded one by one.
      const from = Math.max(story.frames.indexOf(graphs.at(-1) ?? 0), 0);
      const live = [...events.slice((story.frames[from] ?? 0) + 1)].filter(({ type }) => type !== "run.finished");
      const before = momentAt(story, from).steps;
      const shown = live.reduce((steps, event) => afterEvents(steps, [event]), before);
      const isOpen = events.every(({ type }) => type !== "run.finished");
      if (isOpen || [...shown.values()].every(({ status }) => ["done", "failed", "skipped"].includes(status))) {
        expect(told(momentAt(story, end).steps)).toEqual(told(shown));
      }
    }
  });

  it("goes step by step: nothing has begun at first, and each frame changes only what its event is about", () => {
    const { run, events } = runs[0] ?? { run: "", events: [] };
    const story = storyIn(run, [], events);
    expect(momentAt(story, -1)).toEqual({ graph: null, steps: new Map(), event: null });
    expect([...new Set([...at(story, 0).values()].map(({ status }) => status))]).toEqual(["ready", "pending"]);
    const waiting = story.frames.findIndex((index) => events[index]?.data.type === "step.interrupted");
    expect(at(story, waiting).get("which")).toMatchObject({ status: "waiting", moment: "answer" });
    expect(at(story, waiting).get("notes")).toMatchObject({ status: "ready", started_at: null });
    expect(at(story, waiting).get("inside/one")).toMatchObject({ status: "pending" });
    expect(momentAt(story, 10_000)).toEqual(momentAt(story, story.frames.length - 1));
  });

  it("draws the graph the run had then, also when it was changed while it waited", () => {
    const { run, events } = runs[0] ?? { run: "", events: [] };
    const story = storyIn(run, [], events);
    const changed = story.frames.findLastIndex((index) => events[index]?.type === "run.planned");
    expect(momentAt(story, changed - 1).graph?.nodes.map(({ id }) => id)).not.toContain("more");
    expect(momentAt(story, changed).graph?.nodes.map(({ id }) => id)).toContain("more");
    expect(at(story, changed).get("now")).toMatchObject({ status: "done" });
  });

  it("counts what agents spent when they ended, for their step and for the step that repeats", () => {
    const planned = runs[0]?.events.find(({ type }) => type === "run.planned");
    const told = (data: Fact, run: string): Event => ({ seq: "9", ts: "2026-01-01T10:00:00.000Z", topic: "run", type: data.type, run, session_id: null, data });
    const usage = { tokens_in: 10, tokens_out: 5, cost: 0.5, model_calls: 1 };
    const finished: Fact = { type: "run.finished", status: "done", usage, error: null };
    const started: Fact = { type: "step.started", step: "notes", attempt: 1 };
    if (planned === undefined) throw new Error("There is a plan.");
    const events = [planned, told(started, planned.run ?? ""), told(finished, "child_1"), told(finished, "child_2"), told(finished, "stranger")];
    const children = [
      { id: "child_1", parent: planned.run, step: "notes" },
      { id: "child_2", parent: planned.run, step: "each[1]" },
      { id: "stranger", parent: "child_1", step: "now" },
    ];
    const story = storyIn(planned.run ?? "", children, events);
    expect(story.frames).toEqual([0, 1]);
    expect(at(story, 0).get("notes")?.usage).toBeNull();
    expect([at(story, 1).get("notes")?.usage, at(story, 1).get("each")?.usage, at(story, 1).get("now")?.usage]).toEqual([usage, usage, null]);
  });

  it("is played in the time it took, with long waits cut short", () => {
    const [first, second, third] = ["10:00:00.000", "10:00:00.250", "11:00:00.000"].map(
      (time, seq): Event => ({ seq: String(seq), ts: `2026-01-01T${time}Z`, topic: "step", type: "step.started", run: "r", session_id: null, data: { type: "step.started", step: "a", attempt: 1 } }),
    );
    expect(pauses(storyIn("r", [], [first, second, third] as Event[]))).toEqual([250, 1_500, 0]);
  });
});
