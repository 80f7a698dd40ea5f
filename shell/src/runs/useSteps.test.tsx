import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createCache, type Event, type RunGraph, useLiveEvents } from "@/api";
import { useSteps } from "./useSteps";

const LOG = [1, 2].map((number) => ({
  seq: `s${number}`,
  ts: "2026-01-01T10:00:00.000Z",
  topic: "step",
  type: number === 1 ? "step.started" : "step.completed",
  run: "run_1",
  session_id: null,
  data: number === 1 ? { type: "step.started", step: "a", attempt: 1 } : { type: "step.completed", step: "a", result: 1, call: null },
})) as readonly Event[];

/** Read before the step began: what happened since is behind its cursor. */
const graph = { cursor: "s0", run: { id: "run_1" }, steps: [{ place: "a", status: "pending", inside: null }] } as unknown as RunGraph;

class Wire extends EventTarget {
  close(): void {}
}

beforeEach(() => {
  vi.stubGlobal("EventSource", Wire);
  vi.stubGlobal("fetch", async (request: Request | string) => {
    const since = new URL(typeof request === "string" ? request : request.url, "http://127.0.0.1").searchParams.get("since");
    const items = LOG.slice(LOG.findIndex(({ seq }) => seq === since) + 1);
    return new Response(JSON.stringify({ items, next: null }));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("steps that moved after they were read are shown once, and then the page is quiet", async () => {
  const cache = createCache();
  const wrapper = ({ children }: { readonly children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
  let renders = 0;
  const { result } = renderHook(
    () => {
      renders += 1;
      useLiveEvents({ cursor: "s0", log: "log" });
      return useSteps(graph);
    },
    { wrapper },
  );
  await waitFor(() => expect(result.current.get("a")?.status).toBe("done"));
  const before = renders;
  // Each turn of the loop lets one more subscription find its place: none may come of being rendered.
  for (let turn = 0; turn < 20; turn++) await act(async () => undefined);
  expect(renders).toBe(before);
});
