import { describe, expect, it } from "vitest";

import type { ScheduleView } from "@/api";
import { i18nOf } from "@/i18n";
import { comingOf } from "./coming";
import { cronOf, draftOf, freshTiming, groupOf, type Timing, timingOf, weeklyOf } from "./timing";
import { dueOf, rhythmOf, titleOf, zoneOf } from "./words";
import { dateIn, momentAt, offsetName, timeIn, zoneName, zones } from "./zones";

const en = i18nOf("en");
const pt = i18nOf("pt-BR");
const NOON = Date.parse("2026-11-15T12:00:00Z"); // a Sunday
const timing = (part: Partial<Timing>): Timing => ({ at: null, interval_s: null, cron: null, timezone: "America/Sao_Paulo", ...part });

describe("times of a zone", () => {
  it("are written with the offset its clocks have that day", () => {
    expect(momentAt("2026-11-16", "07:00", "America/Sao_Paulo")).toBe("2026-11-16T07:00:00-03:00");
    expect(momentAt("2026-07-01", "07:00", "Europe/Lisbon")).toBe("2026-07-01T07:00:00+01:00");
    expect(momentAt("2026-12-01", "07:00", "Europe/Lisbon")).toBe("2026-12-01T07:00:00+00:00");
    expect(momentAt("2026-12-01", "07:00", "Asia/Kolkata")).toBe("2026-12-01T07:00:00+05:30");
    expect(momentAt("", "07:00", "UTC")).toBeNull();
  });

  it("come right after the gap where clocks jump over them", () => {
    const moment = momentAt("2026-03-08", "02:30", "America/New_York") ?? "";
    expect(timeIn(moment, "America/New_York")).toBe("03:30");
  });

  it("go there and back, whatever the zone", () => {
    for (const zone of ["UTC", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Kiritimati", "Asia/Kathmandu"]) {
      const moment = momentAt("2026-05-31", "23:45", zone) ?? "";
      expect([dateIn(moment, zone), timeIn(moment, zone)]).toEqual(["2026-05-31", "23:45"]);
    }
  });

  it("have names people know", () => {
    expect(zoneName("America/Sao_Paulo")).toBe("Sao Paulo");
    expect([offsetName("America/Sao_Paulo", NOON), offsetName("Asia/Kolkata", NOON), offsetName("UTC", NOON)]).toEqual(["UTC−3", "UTC+5:30", "UTC"]);
    expect(zones("Europe/Lisbon", ["Africa/Abidjan", "Europe/Lisbon"])).toEqual(["Europe/Lisbon", "UTC", "Africa/Abidjan"]);
  });
});

describe("a rhythm", () => {
  it("goes to the server and comes back as it was chosen", () => {
    const kept = [
      timing({ at: "2026-11-20T08:15:00-03:00" }),
      timing({ interval_s: 1_800 }),
      timing({ interval_s: 7_200 }),
      timing({ cron: "30 6 * * 1-5" }),
      timing({ cron: "0 9 * * 0,3" }),
      timing({ cron: "0 0 1 * *" }),
    ];
    for (const each of kept) expect(timingOf(draftOf(each, NOON))).toEqual(each);
    expect(kept.map((each) => draftOf(each, NOON).rhythm)).toEqual(["once", "every", "every", "days", "days", "cron"]);
  });

  it("is not sent while something is missing", () => {
    const fresh = freshTiming("UTC", NOON);
    expect(timingOf(fresh)).toEqual(timing({ cron: "0 7 * * 1-5", timezone: "UTC" }));
    expect(timingOf({ ...fresh, days: [] })).toBeNull();
    expect(timingOf({ ...fresh, rhythm: "cron", cron: " " })).toBeNull();
    expect(timingOf({ ...fresh, rhythm: "once", date: "" })).toBeNull();
  });

  it("reads days of the week from cron, and nothing that says more", () => {
    expect(weeklyOf("5 7 * * *")).toEqual({ days: [1, 2, 3, 4, 5, 6, 0], time: "07:05" });
    expect(weeklyOf("0 7 * * 7")).toEqual({ days: [0], time: "07:00" });
    for (const cron of ["*/5 * * * *", "0 7 1 * *", "0 7 * * 5-1", "0 25 * * *", "0 7 * * MON"]) expect(weeklyOf(cron)).toBeNull();
    expect(cronOf({ days: [0, 1, 2, 3, 4, 5, 6], time: "23:59" })).toBe("59 23 * * *");
    expect([groupOf([0, 6]), groupOf([1]), groupOf([5, 4, 3, 2, 1])]).toEqual(["weekend", null, "workdays"]);
  });
});

describe("a schedule in words", () => {
  it("says how often", () => {
    expect(rhythmOf(timing({ interval_s: 1_800 }), en)).toBe("Every 30 minutes");
    expect(rhythmOf(timing({ interval_s: 3_600 }), pt)).toBe("A cada hora");
    expect(rhythmOf(timing({ cron: "0 7 * * 1-5" }), pt)).toBe("De segunda a sexta às 07:00");
    expect(rhythmOf(timing({ cron: "0 7 * * 1,3" }), en)).toBe("Mon and Wed at 7:00 AM");
    expect(rhythmOf(timing({ cron: "*/7 * * * *" }), en)).toBe("*/7 * * * *");
    expect(rhythmOf(timing({ at: "2026-11-20T08:15:00-03:00" }), en)).toBe("Once");
  });

  it("says when next, as people would", () => {
    const local = (day: number) => new Date(2026, 10, day, 7, 0).toISOString();
    const now = new Date(2026, 10, 15, 6, 0).getTime();
    expect(dueOf(local(15), pt, now)).toBe("Hoje às 07:00");
    expect(dueOf(local(16), pt, now)).toBe("Amanhã às 07:00");
    expect(dueOf(local(18), pt, now)).toBe("Quarta-feira às 07:00");
    expect(dueOf(local(30), en, now)).toBe("Nov 30, 2026 at 7:00 AM");
  });

  it("says how long it is until then", () => {
    const until = (minutes: number) => en.format.ahead(new Date(NOON + minutes * 60_000).toISOString(), NOON);
    expect([0.2, 30, 59.8, 150, 24 * 60, 5 * 24 * 60].map(until)).toEqual(["now", "in 30 minutes", "in 1 hour", "in 3 hours", "tomorrow", "in 5 days"]);
    expect(pt.format.ahead(new Date(NOON + 7_200_000).toISOString(), NOON)).toBe("em 2 horas");
  });

  it("names its zone only where that is another one, and matters", () => {
    expect(zoneOf(timing({ cron: "0 7 * * 1" }), "UTC")).toBe("America/Sao_Paulo");
    expect(zoneOf(timing({ cron: "0 7 * * 1" }), "America/Sao_Paulo")).toBeNull();
    expect(zoneOf(timing({ interval_s: 60 }), "UTC")).toBeNull();
  });

  it("is called by its title, its words or its workflow", () => {
    const named = { title: "", prompt: null, workflow: null, heartbeat: false };
    expect(titleOf({ ...named, title: "News" }, en)).toBe("News");
    expect(titleOf({ ...named, prompt: "Read the news\nand tell me" }, en)).toBe("Read the news");
    expect(titleOf({ ...named, workflow: "weekly" }, en)).toBe("weekly");
    expect(titleOf({ ...named, heartbeat: true }, pt)).toBe("Batimento");
  });
});

describe("the time ahead", () => {
  const view = (part: Partial<Timing>, next_at: string | null, paused = false) =>
    ({ schedule: { ...timing(part), paused }, next_at }) as ScheduleView;
  const shown = (each: ScheduleView, days: number) => comingOf(each, NOON + days * 86_400_000).map((moment) => new Date(moment).toISOString());

  it("shows every time of an interval and of days of the week", () => {
    expect(shown(view({ interval_s: 21_600 }, "2026-11-15T13:00:00Z"), 1)).toHaveLength(4);
    expect(shown(view({ cron: "0 7 * * 1,3" }, "2026-11-16T10:00:00Z"), 7)).toEqual(["2026-11-16T10:00:00.000Z", "2026-11-18T10:00:00.000Z"]);
  });

  it("shows only the next time of a free pattern, and none of what is paused or later", () => {
    expect(shown(view({ cron: "*/7 9-17 * * *" }, "2026-11-16T12:00:00Z"), 7)).toEqual(["2026-11-16T12:00:00.000Z"]);
    expect(shown(view({ interval_s: 60 }, "2026-11-15T13:00:00Z", true), 7)).toEqual([]);
    expect(shown(view({ at: "2027-01-01T00:00:00Z" }, "2027-01-01T00:00:00Z"), 7)).toEqual([]);
  });
});
