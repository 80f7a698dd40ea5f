import { expect, test } from "vitest";

import type { Event } from "@/api";
import { progressOf } from "./progress";

const started = (id: string, document: string) => ({ data: { type: "call.started", id, params: { document } } }) as unknown as Event;
const moved = (id: string, message: string, fraction: number | null) => ({ data: { type: "call.progressed", id, message, fraction } }) as unknown as Event;

test("each document hears of its own call", () => {
  const events = [started("c1", "doc_1"), started("c2", "doc_2"), moved("c1", "page 3 of 10", 0.3), moved("c2", "page 1 of 4", 0.25), moved("c1", "page 4 of 10", 0.4)];
  expect(progressOf(events, "doc_1")).toEqual({ message: "page 4 of 10", fraction: 0.4 });
  expect(progressOf(events, "doc_2")).toEqual({ message: "page 1 of 4", fraction: 0.25 });
  expect(progressOf(events, "doc_3")).toBeNull();
});

test("a run with one call speaks of the one document, though its beginning was missed", () => {
  expect(progressOf([moved("c1", "page 3", null)], "doc_1")).toEqual({ message: "page 3", fraction: null });
  expect(progressOf([moved("c1", "page 3", null), moved("c2", "page 1", null)], "doc_1")).toBeNull();
  expect(progressOf([], "doc_1")).toBeNull();
});
