import { expect, test } from "vitest";

import type { Message } from "@/api";
import { usedIn } from "./used";

const passage = (document: string, start: number) => ({ mark: 1, ref: `knowledge:${document}`, title: document, start, end: start + 5, path: "" });
const message = (ts: string, more: object) => ({ refs: [], sources: [], ts, ...more }) as unknown as Message;

test("a conversation tells its documents, the latest first, each passage once", () => {
  const used = usedIn([
    message("3", { sources: [passage("b", 9), passage("b", 2), passage("b", 9)] }),
    message("1", { refs: [{ ref: "document:a", title: "A" }, { ref: "file:home/x", title: "x" }] }),
    message("2", { sources: [passage("a", 1)] }),
  ]);
  expect(used.map(({ id, title, passages }) => [id, title, passages.map(({ start }) => start)])).toEqual([
    ["b", "b", [2, 9]],
    ["a", "A", [1]],
  ]);
});
