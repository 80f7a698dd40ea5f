import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { useConnection } from "@/api";
import { useSteadyConnection } from "./useSteadyConnection";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const become = (status: "live" | "lost" | "connecting") => act(() => useConnection.setState({ status }));

test("a blip is not shown, a lost connection is, and its return at once", () => {
  become("live");
  const { result } = renderHook(useSteadyConnection);
  become("lost");
  act(() => void vi.advanceTimersByTime(1_500));
  become("live");
  act(() => void vi.advanceTimersByTime(5_000));
  expect(result.current).toBe("live");
  become("lost");
  expect(result.current).toBe("live");
  act(() => void vi.advanceTimersByTime(2_000));
  expect(result.current).toBe("lost");
  become("live");
  expect(result.current).toBe("live");
});
