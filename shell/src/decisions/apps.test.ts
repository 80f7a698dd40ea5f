import { expect, test } from "vitest";

import type { Change } from "@/api";
import { appOf, appPlaceOf, countsIn, fieldsInDiff, fieldsOf } from "./apps";

const change = (more: Partial<Change>) => ({ entity: "atlas:kr-11", before: {}, after: {}, undone_by: null, status: "applied", ...more }) as Change;

test("a change of an app leads to where the thing is shown, while it is there", () => {
  expect(appOf(change({}))).toBe("atlas");
  expect(appOf(change({ entity: "file:home/atlas:x" }))).toBeUndefined();
  expect(appPlaceOf(change({}))).toBe("/atlas/kr-11");
  expect(appPlaceOf(change({ entity: "atlas:emp-2" }))).toBe("/atlas?company=emp-2");
  expect(appPlaceOf(change({ entity: "atlas:ini-2" }))).toBe("/atlas/history");
  expect(appPlaceOf(change({ after: null }))).toBeUndefined();
  expect(appPlaceOf(change({ undone_by: "c2" }))).toBeUndefined();
  expect(appPlaceOf(change({ entity: "file:home/a.md" }))).toBeUndefined();
  expect(["school:tur_1", "school:ava_2", "school:evt_3", "school:mat_4"].map((entity) => appPlaceOf(change({ entity })))).toEqual(["/school/turmas/tur_1", "/school/avaliacoes/ava_2", "/school/calendario", "/school"]);
});

test("its fields are those that differ", () => {
  const told = fieldsOf({ before: { weight: 3, title: "A" }, after: { weight: 5, title: "A", status: "done" } });
  expect(told.map(({ name, before, after }) => [name, before, after])).toEqual([
    ["weight", 3, 5],
    ["status", null, "done"],
  ]);
  expect(fieldsOf({ before: null, after: null })).toEqual([]);
});

test("what an undo alters is read from its lines", () => {
  const diff = "--- before\n+++ after\n@@ -1,2 +1,2 @@\n-weight: 5\n+weight: 3\n-title: 2 or: more\n+due: 2026-12-31\n status: done";
  expect(fieldsInDiff(diff).map(({ name, before, after }) => [name, before, after])).toEqual([
    ["weight", 5, 3],
    ["title", "2 or: more", null],
    ["due", null, "2026-12-31"],
  ]);
});

test("an import tells how many rows of each kind", () => {
  const counted = [{ name: "key_results", create: 2, update: 1, unchanged: 0, skipped: 0, delete: 0 }];
  expect(countsIn(fieldsInDiff("-key_results.insert: 2\n-key_results.update: 1\n-key_results.delete: 0"))).toEqual(counted);
  expect(countsIn(fieldsOf({ before: { key_results: { insert: 2, update: 1, delete: 0 } }, after: null }))).toEqual(counted);
  expect([countsIn([]), countsIn(fieldsInDiff("-weight: 5\n+weight: 3"))]).toEqual([undefined, undefined]);
});
