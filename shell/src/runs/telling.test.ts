import { describe, expect, it } from "vitest";

import type { Fact, Graph } from "@/api";
import { i18nOf } from "@/i18n";
import { namesOf } from "./names";
import { tell } from "./telling";

const GRAPH = { nodes: [{ id: "read", title: "Read each", graph: { nodes: [{ id: "x", title: "" }] } }] } as unknown as Graph;
const PROBLEM = { code: "broken", message: "It broke.", hint: null, field: null, candidates: [], recoverable: true, subject: null };
const say = (fact: Fact, locale: "en" | "pt-BR" = "en") => {
  const line = tell({ kind: "fact", key: "1", ts: "", fact }, i18nOf(locale).t, namesOf(GRAPH));
  return line && [line.status, line.title, line.detail];
};

describe("what happens to steps, told", () => {
  it("calls them by their titles, repetitions by their number", () => {
    expect(say({ type: "step.started", step: "read", attempt: 1 })).toEqual(["run", "Began Read each", undefined]);
    expect(say({ type: "step.started", step: "read[2]", attempt: 2 })?.[1]).toBe("Tried Read each 3 again, attempt 2");
    expect(say({ type: "step.completed", step: "read[2]/x", result: null, call: null })?.[1]).toBe("x is done");
    expect(say({ type: "step.completed", step: "gone", result: null, call: null }, "pt-BR")?.[1]).toBe("gone está pronto");
  });

  it("says why something was left out, and what went wrong", () => {
    const skipped = { type: "step.skipped", step: "read", error: null } as const;
    expect(say({ ...skipped, reason: "condition" })).toEqual(["off", "Read each was not needed", undefined]);
    expect(say({ ...skipped, reason: "error", error: PROBLEM })?.[2]).toBe("It broke.");
    expect(say({ type: "step.failed", step: "read", error: PROBLEM, again_at: 3 })?.slice(0, 2)).toEqual([
      "warn",
      "Read each failed, and is tried again",
    ]);
  });

  it("leaves to the approval what the approval tells", () => {
    const asked: Fact = { type: "step.interrupted", step: "read", moment: "before", message: "", error: null, approval: null };
    expect(say(asked)?.[1]).toBe("Read each waits for you to begin");
    expect(say({ ...asked, approval: "apr_1" })).toBeUndefined();
    expect(say({ type: "step.released", step: "read", option: "skip", result: null, state: {} })?.[1]).toBe("You had Read each skipped");
  });
});
