import { describe, expect, it } from "vitest";

import type { AtlasImportOutcome, AtlasLogEntry, Event } from "@/api";
import { outcomeIn, progressIn } from "@/apps/outcome";
import { stepOf } from "@/apps/steps";
import { deltaOf, rangeOf, sinceOf } from "./compare/range";
import { nextOf, readScore, toneOf } from "./cycle/scores";
import { byDay, deedOf, itemOf } from "./history/log";
import { countsOf, didSomething, verifiedIn } from "./import/outcome";
import { isChatPlan, pasted, placeIn, searchAt } from "./import/place";

const counted = (more = {}) => ({ total_in_file: 0, insert: 0, update: 0, unchanged: 0, skipped: 0, delete: 0, ...more });
const outcome = (more: Partial<AtlasImportOutcome> = {}): AtlasImportOutcome => ({
  company: "emp-1",
  company_name: "ACME",
  mode: "merge",
  tables: {},
  skipped: [],
  warnings: [],
  verify: {},
  ...more,
});
const event = (data: object) => ({ data }) as unknown as Event;

describe("an import", () => {
  it("is where the address says it is, and the rest of the address stays", () => {
    expect(stepOf(placeIn("company=emp-1"))).toBe("choose");
    expect(searchAt("company=emp-1", { file: "art_1" })).toBe("company=emp-1&file=art_1");
    expect(stepOf(placeIn("company=emp-1&file=art_1"))).toBe("review");
    expect(searchAt("company=emp-1&file=art_1", { run: "run_1" })).toBe("company=emp-1&run=run_1");
    expect(stepOf(placeIn("run=run_1"))).toBe("run");
    expect(searchAt("company=emp-1&run=run_1", {})).toBe("company=emp-1");
  });

  it("takes pasted words for what they look like", () => {
    const names = ['{"pillars": []}', ' [{"a": 1}]', "title;2026-01\nA;1"].map((text) => pasted(text).name);
    expect(names).toEqual(["pasted.json", "pasted.json", "pasted.csv"]);
    expect(["Claro!\n[ATLAS_PLAN]\n{}", "{}"].map(isChatPlan)).toEqual([true, false]);
  });

  it("is read from its run: how far it is, what it did, how it was checked", () => {
    const done = outcome({ tables: { key_results: counted({ insert: 2, unchanged: 1 }), kr_fca: counted() }, verify: { fields_checked: 40, mismatches: [], missing: [] } });
    const events = [
      event({ type: "call.progressed", message: "10 %", fraction: 0.1 }),
      event({ type: "call.progressed", message: "20 %", fraction: null }),
      event({ type: "call.completed", result: { ok: true, data: done } }),
    ];
    expect(progressIn(events)).toEqual({ message: "20 %", fraction: undefined });
    expect(outcomeIn(events)).toEqual(done);
    expect(outcomeIn(events.slice(0, 2))).toBeUndefined();
    expect(countsOf(done)).toEqual([{ name: "key_results", create: 2, update: 0, unchanged: 1, skipped: 0, delete: 0 }]);
    expect(verifiedIn(done)).toEqual({ checked: 40, wrong: 0 });
    expect(verifiedIn(outcome({ verify: { fields_checked: 40, mismatches: [1], missing: [1, 2] } }))).toEqual({ checked: 40, wrong: 3 });
    expect([didSomething(done), didSomething(outcome({ tables: { key_results: counted({ unchanged: 3 }) } }))]).toEqual([true, false]);
  });
});

describe("days that are compared", () => {
  const now = new Date(2026, 10, 15);
  it("are a range where they are one", () => {
    expect([sinceOf("week", now), sinceOf("month", now), sinceOf("quarter", now), sinceOf("year", now)]).toEqual(["2026-11-08", "2026-10-16", "2026-10-01", "2026-01-01"]);
    expect([rangeOf("2026-10-01", "", now), rangeOf("2026-10-01", "2026-11-15", now), rangeOf("2026-10-01", "2026-11-14", now), rangeOf("2026-10-02", "", now)]).toEqual(["quarter", "quarter", undefined, undefined]);
  });

  it("differ by points with a sign", () => {
    const write = (value: number) => String(value);
    expect([deltaOf(3.44, write), deltaOf(-2, write), deltaOf(0.01, write), deltaOf(null, write)]).toEqual(["+3.4", "−2", "0", null]);
  });
});

describe("a cycle", () => {
  it("is followed by one as long, and the year in its name counts on", () => {
    expect(nextOf({ name: "Plano Estratégico 2026", start: "2026-01-01", end: "2026-12-31" })).toEqual({ name: "Plano Estratégico 2027", start: "2027-01-01", end: "2027-12-31" });
    expect(nextOf({ name: "T1 2028", start: "2028-01-01", end: "2028-03-31" })).toEqual({ name: "T1 2028", start: "2028-04-01", end: "2028-06-30" });
    expect(nextOf({ name: "X", start: "?", end: "" })).toEqual({ name: "X", start: "", end: "" });
  });

  it("is scored from 0.0 to 1.0, typed with a comma or a point", () => {
    expect(["0,7", "1", "1.0", "0", ".25", "0.755", "1,1", "-1", "x"].map(readScore)).toEqual([0.7, 1, 1, 0, 0.25, null, null, null, null]);
    expect([toneOf(null), toneOf(0), toneOf(0.4), toneOf(0.7)]).toEqual(["none", "poor", "fair", "good"]);
  });
});

describe("the log", () => {
  const entry = (change: string, at: string, op = "update") => ({ change, at, op, entity: "atlas:kr-11" }) as AtlasLogEntry;
  it("stands under its days, and knows what each entry is about", () => {
    const days = byDay([entry("c3", "2026-06-02"), entry("c2", "2026-05-31"), entry("c1", "2026-05-31")], (iso) => iso);
    expect(days.map(({ title, entries }) => [title, entries.length])).toEqual([["2026-06-02", 1], ["2026-05-31", 2]]);
    expect(itemOf(entry("c", ""))).toBe("kr-11");
    expect(["create_pillar", "update", "delete_objective", "import", "undo", "check_in"].map((op) => deedOf({ op }))).toEqual(["create", "update", "delete", "import", "undo", "update"]);
  });
});
