import { describe, expect, test } from "vitest";

import type { Conversation } from "@/api";
import { byDay, byProject, daysOf } from "./groups";

const NOW = new Date(2026, 4, 20, 9, 30).getTime();
const at = (day: number, hour = 12) => new Date(2026, 4, day, hour).toISOString();

const conversation = (id: string, updated_at: string, project = "home"): Conversation => ({
  id,
  app: "core",
  agent: "assistant",
  project,
  title: id,
  created_at: updated_at,
  updated_at,
  version: 1,
});

describe("days are counted as the wall clock does", () => {
  test.each([
    [at(20, 0), "today"],
    [at(19, 23), "yesterday"],
    [at(19, 0), "yesterday"],
    [at(18, 23), "week"],
    [at(13, 0), "week"],
    [at(12, 23), "month"],
    [at(-15), "older"],
  ])("%s is %s", (iso, days) => {
    expect(daysOf(iso, NOW)).toBe(days);
  });
});

test("conversations are grouped by day in the order they came", () => {
  const groups = byDay([conversation("a", at(20)), conversation("b", at(19)), conversation("c", at(19, 3))], NOW);
  expect(groups.map((group) => [group.key, group.items.map((each) => each.id)])).toEqual([
    ["today", ["a"]],
    ["yesterday", ["b", "c"]],
  ]);
});

test("conversations are grouped by project, the last used first", () => {
  const groups = byProject([conversation("a", at(20), "class"), conversation("b", at(19)), conversation("c", at(18), "class")]);
  expect(groups.map((group) => [group.key, group.items.map((each) => each.id)])).toEqual([
    ["class", ["a", "c"]],
    ["home", ["b"]],
  ]);
});
