import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { onWake } from "./wake";

let visibility: DocumentVisibilityState = "visible";
const turn = (to: DocumentVisibilityState) => {
  visibility = to;
  document.dispatchEvent(new Event("visibilitychange"));
};

beforeEach(() => {
  vi.useFakeTimers();
  visibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a short look elsewhere only asks whether all is well, a long one trusts nothing", () => {
  const woken: boolean[] = [];
  const stop = onWake((slept) => woken.push(slept));
  turn("hidden");
  vi.advanceTimersByTime(1_000);
  turn("visible");
  turn("hidden");
  vi.advanceTimersByTime(60_000);
  turn("visible");
  expect(woken).toEqual([false, true]);
  stop();
});

test("a clock that jumps was asleep, one that ticks was not", () => {
  const woken: boolean[] = [];
  const stop = onWake((slept) => woken.push(slept));
  vi.advanceTimersByTime(60_000);
  expect(woken).toEqual([]);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(5_000);
  expect(woken).toEqual([true]);
  stop();
});

test("a network that comes back is looked at, until nobody wants to know", () => {
  const wake = vi.fn();
  const stop = onWake(wake);
  dispatchEvent(new Event("online"));
  stop();
  dispatchEvent(new Event("online"));
  expect(wake.mock.calls).toEqual([[true]]);
});
