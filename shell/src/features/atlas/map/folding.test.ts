import { describe, expect, it } from "vitest";

import type { AtlasNode } from "@/api";
import { firstLevel, inSight } from "./folding";

const node = (id: string, kind: string, parent: string | null) => ({ id, kind, parent }) as AtlasNode;
const NODES = [node("emp-1", "company", null), node("pil-1", "pillar", "emp-1"), node("obj-1", "objective", "pil-1"), node("kr-1", "key_result", "obj-1"), node("pil-2", "pillar", "emp-1")];
const ids = (...asked: Parameters<typeof inSight>) => inSight(...asked).map(({ id }) => id);

describe("what of the map is in sight", () => {
  it("is as deep as chosen", () => {
    expect(ids(NODES, "pillar", new Set())).toEqual(["emp-1", "pil-1", "pil-2"]);
    expect(ids(NODES, "objective", new Set())).toEqual(["emp-1", "pil-1", "obj-1", "pil-2"]);
    expect(ids(NODES, "key_result", new Set())).toHaveLength(5);
  });

  it("is more or less by what was clicked", () => {
    expect(ids(NODES, "pillar", new Set(["pil-1"]))).toEqual(["emp-1", "pil-1", "obj-1", "pil-2"]);
    expect(ids(NODES, "key_result", new Set(["emp-1"]))).toEqual(["emp-1"]);
  });

  it("begins deep for a small company, and higher up for a large one", () => {
    expect(firstLevel(NODES)).toBe("key_result");
    const many = (kind: string) => Array.from({ length: 60 }, (_, at) => node(`x-${at}`, kind, null));
    expect([firstLevel(many("key_result")), firstLevel(many("objective"))]).toEqual(["objective", "pillar"]);
  });

  it("ends where nodes hang in a circle", () => {
    expect(ids([node("a", "objective", "b"), node("b", "objective", "a")], "key_result", new Set())).toEqual([]);
  });
});
