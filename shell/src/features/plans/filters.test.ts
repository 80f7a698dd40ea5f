import { expect, test } from "vitest";

import type { PlanSummary } from "@/api";
import { isNarrowed, readFilters, wanted, writeFilters } from "./filters";

const plan = (id: string, status: PlanSummary["status"], title = id): PlanSummary => ({
  id,
  title,
  status,
  version: 1,
  project: "home",
  session_id: null,
  app: "planner",
  steps: 3,
  done: 0,
  question: null,
  run: null,
  updated_at: "2026-04-15T10:30:00Z",
});

test("what an address says is what is shown, and nothing else is written to it", () => {
  expect(readFilters("?show=waiting&project=atlas&q=x")).toEqual({ words: "x", standing: "waiting", project: "atlas" });
  expect(readFilters("?show=nonsense")).toEqual({ words: "", standing: "all", project: "" });
  expect(writeFilters(readFilters("?q=a&show=over"))).toBe("?q=a&show=over");
  expect(isNarrowed(readFilters(""))).toBe(false);
});

test("plans are found by how they stand and by their words, whatever the accents", () => {
  const plans = [plan("old", "superseded"), plan("asks", "clarifying", "Autenticação"), plan("goes", "executing"), plan("well", "done")];
  const ids = (search: string) => wanted(plans, readFilters(search)).map(({ id }) => id);
  expect(ids("")).toEqual(["asks", "goes", "well", "old"]);
  expect(ids("?show=waiting")).toEqual(["asks"]);
  expect(ids("?show=over")).toEqual(["well", "old"]);
  expect(ids("?q=autenticacao")).toEqual(["asks"]);
});
