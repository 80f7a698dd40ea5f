import { describe, expect, it } from "vitest";

import type { Change } from "@/api";
import { i18nOf } from "@/i18n";
import { byDay, EVERYTHING, isNarrowed, kindOf, nameIn, pathOf, placeOf, verbOf } from "./history";

const change = (more: Partial<Change> = {}) =>
  ({ id: "c", ts: "2026-05-31T10:00:00Z", entity: "file:home/a.md", before: null, after: {}, status: "applied", undoes: null, undone_by: null, adopts: null, ...more }) as Change;

describe("a change", () => {
  it("tells what kind of thing it is about, and its name", () => {
    expect(kindOf(change())).toBe("file");
    expect(nameIn(change())).toBe("home/a.md");
    expect(pathOf(change({ entity: "file:home/notes/a.md" }))).toBe("notes/a.md");
    expect(kindOf(change({ entity: "agent:ana" }))).toBe("agent");
    expect(nameIn(change({ entity: "memory:mem_1:x" }))).toBe("mem_1:x");
  });

  it("tells what was done", () => {
    expect(verbOf(change())).toBe("created");
    expect(verbOf(change({ before: {} }))).toBe("edited");
    expect(verbOf(change({ before: {}, after: null }))).toBe("removed");
    expect(verbOf(change({ before: {}, undoes: "c0" }))).toBe("undone");
    expect(verbOf(change({ status: "proposed" }))).toBe("proposed");
    expect(verbOf(change({ adopts: "c0" }))).toBe("adopted");
  });

  it("leads to the thing only while it is there", () => {
    expect(placeOf(change({ entity: "file:home/notes/a b.md" }))).toBe("/files/home?path=notes%2Fa+b.md");
    expect(placeOf(change({ status: "proposed" }))).toBeUndefined();
    expect(placeOf(change({ entity: "project:garden" }))).toBe("/projects/garden");
    expect(placeOf(change({ entity: "conversation:con_1" }))).toBe("/?chat=con_1");
    expect(placeOf(change({ entity: "atlas:kr-11" }))).toBe("/atlas/kr-11");
    expect(placeOf(change({ entity: "memory:m", after: null }))).toBeUndefined();
    expect(placeOf(change({ entity: "memory:m", undone_by: "c2" }))).toBeUndefined();
  });
});

describe("the days", () => {
  it("hold their changes in the order they came", () => {
    const days = byDay([change({ id: "c3", ts: "2026-06-02" }), change({ id: "c2" }), change({ id: "c1" })], (iso) => iso.slice(0, 10));
    expect(days.map(({ title, changes }) => [title, changes.map(({ id }) => id)])).toEqual([
      ["2026-06-02", ["c3"]],
      ["2026-05-31", ["c2", "c1"]],
    ]);
  });

  it("are called as people call them", () => {
    const now = new Date(2026, 4, 31, 12).getTime();
    const at = (day: number, hour: number) => new Date(2026, 4, day, hour).toISOString();
    const { format } = i18nOf("en");
    expect(format.day(at(31, 0), now)).toBe("Today");
    expect(format.day(at(30, 23), now)).toBe("Yesterday");
    expect(format.day(at(29, 23), now)).toBe("Friday, May 29, 2026");
    expect(i18nOf("pt-BR").format.day(at(31, 23), now)).toBe("Hoje");
  });
});

it("knows whether anything was narrowed", () => {
  expect(isNarrowed(EVERYTHING)).toBe(false);
  expect(isNarrowed({ ...EVERYTHING, words: "  " })).toBe(false);
  expect(isNarrowed({ ...EVERYTHING, kind: "memory" })).toBe(true);
});
