import { expect, test } from "vitest";

import { type Told, toldInOrder } from "./order";

const step = (id: string, status: Told["status"], startedAt: string | null = null): Told => ({ id, status, startedAt });
const told = (...steps: readonly Told[]) => [...toldInOrder(steps).values()];

test("LT-21: a read that ended beside an earlier one is told when that one has ended", () => {
  expect(told(step("1", "running", "10:00"), step("2", "done", "10:00"), step("3", "pending"))).toEqual(["running", "pending", "pending"]);
  expect(told(step("1", "done", "10:00"), step("2", "done", "10:00"), step("3", "running", "10:01"))).toEqual(["done", "done", "running"]);
  expect(told(step("1", "running", "10:00"), step("2", "running", "10:01"))).toEqual(["running", "pending"]);
});

test("LT-21: what waits for a person is told, and what was done earlier stays so", () => {
  expect(told(step("1", "running", "10:05"), step("2", "waiting", "10:05"))).toEqual(["running", "waiting"]);
  expect(told(step("1", "waiting", "10:00"), step("2", "running", "10:00"))).toEqual(["waiting", "running"]);
  expect(told(step("1", "running", "10:05"), step("2", "done", "10:00"))).toEqual(["running", "done"]);
});
