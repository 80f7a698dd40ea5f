import { describe, expect, it } from "vitest";

import { EVENT_TYPES, staleKeys } from "./invalidate";
import type { Event, Fact } from "./types";

function event(data: Fact, run: string | null = null, session: string | null = null): Event {
  const topic = data.type.split(".")[0] ?? "";
  return { seq: "1", ts: "2026-01-01T10:00:00.000Z", topic, type: data.type, run, session_id: session, data };
}

describe("what an event makes stale", () => {
  it("is nothing for pieces of speech", () => {
    expect(staleKeys([event({ type: "turn.spoke", step: 1, delta: "a" }, "run_1", "conv_1")])).toEqual([]);
  });

  it("is home, the list and the run itself when a run moves", () => {
    const waiting = event({ type: "run.waiting", approvals: ["apr_1"] }, "run_1", "conv_1");
    expect(staleKeys([waiting])).toEqual([["home"], ["runs"], ["run", "run_1"]]);
  });

  it("is also the schedule whose run it is", () => {
    const finished = event({ type: "run.waiting", approvals: [] }, "sched-news-2026");
    expect(staleKeys([finished])).toContainEqual(["schedules"]);
  });

  it("is each key once, however many events say so", () => {
    const waiting = event({ type: "run.waiting", approvals: [] }, "run_1");
    expect(staleKeys([waiting, waiting, waiting])).toHaveLength(3);
  });

  it("is everything that shows settings when they change", () => {
    expect(staleKeys([event({ type: "settings.changed", keys: ["appearance.theme"] })])).toEqual([
      ["settings"],
      ["secrets"],
      ["models"],
      ["home"],
      ["budgets"],
    ]);
  });

  it("is nothing for a type that a newer server may send", () => {
    const unknown = event({ type: "turn.spoke", step: 1, delta: "" });
    expect(staleKeys([{ ...unknown, data: { type: "new.thing" } as unknown as Fact }])).toEqual([]);
  });

  it("knows every type of event", () => {
    expect(new Set(EVENT_TYPES).size).toBe(EVENT_TYPES.length);
    expect(EVENT_TYPES).toContain("run.started");
  });
});
