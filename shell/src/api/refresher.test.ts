import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createCache } from "./cache";
import { Refresher } from "./refresher";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("events that come together make one refresh of each answer", async () => {
  const read = vi.fn(async () => undefined);
  const refresher = new Refresher(read);
  refresher.note([["home"], ["run", "1"]]);
  refresher.note([["home"]]);
  await vi.advanceTimersByTimeAsync(80);
  expect(read.mock.calls).toEqual([[["home"]], [["run", "1"]]]);
  refresher.stop();
  refresher.note([["home"]]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(read).toHaveBeenCalledTimes(2);
});

test("an answer that is slower than the events come arrives all the same, and is read once more at the end", async () => {
  const arrived: number[] = [];
  const slow = () => new Promise<void>((done) => setTimeout(() => done(void arrived.push(Date.now())), 500));
  const fast = vi.fn(async () => undefined);
  const began = Date.now();
  const refresher = new Refresher((key) => (key[0] === "artifacts" ? slow() : fast()));
  for (let event = 0; event < 20; event++) {
    refresher.note([["artifacts"], ["home"]]);
    await vi.advanceTimersByTimeAsync(50);
  }
  const lastEvent = Date.now() - 50;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(arrived[0]).toBe(began + 580);
  expect(arrived).toHaveLength(3);
  expect(arrived.at(-1)).toBeGreaterThan(lastEvent + 500);
  expect(fast.mock.calls.length).toBeGreaterThan(8);
});

test("one that fails is not the last", async () => {
  const read = vi.fn(() => Promise.reject(new Error("no")));
  const refresher = new Refresher(read);
  refresher.note([["home"]]);
  await vi.advanceTimersByTimeAsync(80);
  refresher.note([["home"]]);
  await vi.advanceTimersByTimeAsync(80);
  expect(read).toHaveBeenCalledTimes(2);
});

test("a machine without a network still reaches its own server", () => {
  const { queries, mutations } = createCache().getDefaultOptions();
  expect([queries?.networkMode, mutations?.networkMode]).toEqual(["always", "always"]);
});
