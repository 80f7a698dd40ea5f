import { describe, expect, it } from "vitest";

import type { Schedule } from "@/api";
import { marksOf, ticksOf } from "./ahead";
import { freshWish, lacksOf, namedAfter, scheduleOf, withLimit, wishOf } from "./wish";

const NOW = new Date(2026, 10, 15, 10, 30).getTime();
const HOUR = 3_600_000;

const KEPT = {
  id: "s1",
  title: "News",
  prompt: "Read the news",
  agent: "researcher",
  workflow: null,
  inputs: {},
  project: "home",
  conversation: null,
  at: null,
  interval_s: null,
  cron: "0 7 * * 1-5",
  timezone: "Europe/Lisbon",
  missed: "skip",
  overlap: "queue",
  budget: null,
  heartbeat: false,
  consolidates: false,
  paused: true,
  created_by: "agent",
  version: 3,
} as unknown as Schedule;

describe("a schedule in the form", () => {
  it("is sent as it was when nothing was changed", () => {
    expect({ ...KEPT, ...scheduleOf(wishOf(KEPT, NOW)) }).toEqual(KEPT);
    const flow = { ...KEPT, prompt: null, agent: null, workflow: "weekly", inputs: { topic: "x" }, cron: null, interval_s: 7_200 } as Schedule;
    expect({ ...flow, ...scheduleOf(wishOf(flow, NOW)) }).toEqual(flow);
  });

  it("sends words or a workflow, never both", () => {
    const wish = { ...freshWish({ workflow: "weekly" }, "UTC", NOW), prompt: "typed before" };
    expect(scheduleOf(wish)).toMatchObject({ prompt: null, workflow: "weekly" });
    expect(scheduleOf({ ...wish, what: "prompt" })).toMatchObject({ prompt: "typed before", workflow: null });
  });

  it("is called as its workflow, unless somebody named it", () => {
    const wish = freshWish({ workflow: "weekly" }, "UTC", NOW);
    const workflows = [{ id: "daily", title: "Every day" }, { id: "weekly", title: "Every week" }];
    expect(namedAfter(wish, workflows).title).toBe("Every week");
    expect(namedAfter({ ...wish, title: "Mine" }, workflows).title).toBe("Mine");
    expect(namedAfter({ ...wish, what: "prompt" }, workflows).title).toBe("");
    expect(namedAfter(wish, []).title).toBe("");
  });

  it("says what is missing", () => {
    const fresh = freshWish({}, "UTC", NOW);
    expect(lacksOf(fresh)).toEqual(["prompt"]);
    expect(lacksOf({ ...fresh, what: "workflow", timing: { ...fresh.timing, days: [] } })).toEqual(["workflow", "timing"]);
    expect(lacksOf({ ...fresh, heartbeat: true })).toEqual([]);
  });

  it("has limits of its own only where somebody sets one", () => {
    const limited = withLimit(null, "max_cost", 0.5);
    expect(limited).toMatchObject({ max_cost: 0.5, max_seconds: 600 });
    expect(withLimit(limited, "max_cost", null)).toBeNull();
    expect(withLimit(withLimit(limited, "max_seconds", 60), "max_cost", null)).toMatchObject({ max_cost: 1, max_seconds: 60 });
  });
});

describe("the line of the time ahead", () => {
  it("is marked at hours of a day, and at the days of a week", () => {
    expect(ticksOf("day", NOW).map(({ at }) => new Date(at).getHours())).toEqual([12, 18, 0, 6]);
    expect(ticksOf("week", NOW).map(({ at }) => new Date(at).getDate())).toEqual([16, 17, 18, 19, 20, 21, 22]);
  });

  it("puts what is due at the same place under one mark", () => {
    const marks = marksOf([{ title: "A", times: [NOW + HOUR, NOW + 12 * HOUR] }, { title: "B", times: [NOW + HOUR + 60_000, NOW + 30 * HOUR] }], "day", NOW, 24);
    expect(marks.map(({ titles, place }) => [titles, place])).toEqual([
      [["A", "B"], 1.5 / 24],
      [["A"], 12.5 / 24],
    ]);
  });
});
