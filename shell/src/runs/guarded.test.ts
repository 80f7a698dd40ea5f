import { expect, it } from "vitest";

import type { Run } from "@/api";
import { environmentOf, isGuarded } from "./guarded";

it("is guarded by its own word, and by that of a session's environment", () => {
  const bound = (isProtected: boolean) => ({ protected: isProtected }) as Run["bounds"][number];
  expect(isGuarded({ is_protected: false, bounds: [] })).toBe(false);
  expect(isGuarded({ is_protected: true, bounds: [] })).toBe(true);
  expect(isGuarded({ is_protected: false, bounds: [bound(false), bound(true)] })).toBe(true);
});

it("works in the environment of its session, when it names none itself", () => {
  const bounds = [{ environment: "" }, { environment: "main" }] as Run["bounds"];
  expect([environmentOf({ environment: null, bounds }), environmentOf({ environment: "develop", bounds }), environmentOf({ environment: null, bounds: [] })]).toEqual([
    "main",
    "develop",
    null,
  ]);
});
