import { expect, test } from "vitest";

import type { Approval } from "@/api";
import { optionFor } from "./keys";

const approval = (...ids: readonly string[]): Pick<Approval, "status" | "options"> => ({
  status: "pending",
  options: ids.map((id) => ({ id, label: id, input: id === "adjust", expects: null })),
});

test("keys decide only where yes and no are the options", () => {
  expect(optionFor("a", approval("approve", "deny"))).toBe("approve");
  expect(optionFor("d", approval("approve", "deny"))).toBe("deny");
  expect(optionFor("x", approval("approve", "deny"))).toBeUndefined();
  expect(optionFor("a", approval("blue", "green"))).toBeUndefined();
  expect(optionFor("a", { ...approval("approve", "deny"), status: "granted" })).toBeUndefined();
});

test("a plan is executed or dropped by the same keys, and so is another way for it", () => {
  expect(optionFor("a", approval("execute", "adjust", "cancel"))).toBe("execute");
  expect(optionFor("d", approval("execute", "adjust", "cancel"))).toBe("cancel");
  expect(optionFor("D", approval("execute", "deny"))).toBe("deny");
});
