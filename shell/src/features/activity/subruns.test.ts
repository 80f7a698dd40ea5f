import { describe, expect, it } from "vitest";

import type { Run } from "@/api";
import { branchesOf } from "./subruns";

const run = (id: string, parent: string) => ({ id, parent }) as Run;

describe("sub-agents", () => {
  it("stand right behind who started them, as deep as they are", () => {
    const runs = [run("a", "root"), run("b", "root"), run("a1", "a"), run("a11", "a1"), run("stranger", "other")];
    expect(branchesOf("root", runs).map(({ run: { id }, level }) => [id, level])).toEqual([
      ["a", 0],
      ["a1", 1],
      ["a11", 2],
      ["b", 0],
    ]);
  });
});
