import { describe, expect, it } from "vitest";

import type { Approval } from "@/api";
import { inView, neighbour, successor } from "./inbox";

const approval = (id: string, more: Partial<Approval> = {}) =>
  ({ id, status: "pending", options: [{ id: "approve" }, { id: "deny" }], ...more }) as Approval;

const list = [approval("a"), approval("b"), approval("c")];

describe("the inbox", () => {
  it("moves one at a time and stops at its ends", () => {
    expect(neighbour(list, "a", 1)).toBe("b");
    expect(neighbour(list, "c", 1)).toBe("c");
    expect(neighbour(list, "a", -1)).toBe("a");
    expect(neighbour(list, undefined, 1)).toBe("a");
    expect(neighbour(list, "gone", -1)).toBe("c");
    expect(neighbour([], undefined, 1)).toBeUndefined();
  });

  it("goes on to the next when one is decided, else to the one before", () => {
    expect(successor(list, "b")).toBe("c");
    expect(successor(list, "c")).toBe("b");
    expect(successor([approval("a")], "a")).toBeUndefined();
  });

  it("parts what waits from what is decided", () => {
    const mixed = [approval("a"), approval("b", { status: "denied" })];
    expect(inView(mixed, "pending").map(({ id }) => id)).toEqual(["a"]);
    expect(inView(mixed, "decided").map(({ id }) => id)).toEqual(["b"]);
  });
});
