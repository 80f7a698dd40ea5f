import { expect, test } from "vitest";

import type { MemoryItem } from "@/api";
import { functionOf, inMind, plainly } from "./context";

test("what a run has in mind is read without the mark that its icon shows", () => {
  expect(plainly("⚡ Write the notes")).toBe("Write the notes");
  expect(plainly("✓ Write the notes: 3 items")).toBe("Write the notes: 3 items");
  expect(plainly("Three notes – no more")).toBe("Three notes – no more");
});

const item = (id: string, kind: MemoryItem["kind"], step: number | null, created_at: string) => ({ id, kind, step, created_at, pinned: false }) as MemoryItem;

test("LT-22: what came of steps stands step by step, whichever ended first", () => {
  const items = [item("f2", "finding", 2, "10:01"), item("f1", "finding", 1, "10:02"), item("o", "objective", null, "10:00"), item("a1", "action", 1, "10:00")];
  expect(inMind(items).map(({ id }) => id)).toEqual(["o", "f2", "f1", "a1"]);
  expect(functionOf("school.criar_atividade")).toBe("criar_atividade");
});
