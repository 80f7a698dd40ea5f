import { describe, expect, it } from "vitest";

import type { Fact, Graph } from "@/api";
import { i18nOf } from "@/i18n";
import { namesOf } from "./names";
import { tell } from "./telling";

const GRAPH = { nodes: [{ id: "read", title: "Read each", graph: { nodes: [{ id: "x", title: "" }] } }] } as unknown as Graph;
const PROBLEM = { code: "broken", message: "It broke.", hint: null, field: null, candidates: [], matches: [], recoverable: true, subject: null };
const say = (fact: Fact, locale: "en" | "pt-BR" = "en") => {
  const line = tell({ kind: "fact", key: "1", ts: "", fact }, i18nOf(locale).t, namesOf(GRAPH));
  return line && [line.status, line.title, line.detail];
};

describe("what happens to steps, told", () => {
  it("calls them by their titles, repetitions by their number", () => {
    expect(say({ type: "step.started", step: "read", attempt: 1 })).toEqual(["run", "Began Read each", undefined]);
    expect(say({ type: "step.started", step: "read[2]", attempt: 2 })?.[1]).toBe("Tried Read each 3 again, attempt 2");
    expect(say({ type: "step.completed", step: "read[2]/x", result: null, call: null, origin: null })?.[1]).toBe("x is done");
    expect(say({ type: "step.completed", step: "gone", result: null, call: null, origin: null }, "pt-BR")?.[1]).toBe("gone está pronto");
    const sample = { type: "step.completed", step: "read", result: null, call: null, origin: "pinned" } as const;
    expect(say(sample)).toEqual(["off", "Read each did not run: a pinned sample stands for its result", undefined]);
    expect(say({ ...sample, origin: "earlier" })?.[1]).toBe("Read each was taken over from an earlier run");
  });

  it("says why something was left out, and what went wrong", () => {
    const skipped = { type: "step.skipped", step: "read", error: null, result: null, call: null } as const;
    expect(say({ ...skipped, reason: "condition" })).toEqual(["off", "Read each was not needed", undefined]);
    expect(say({ ...skipped, reason: "error", error: PROBLEM })?.[2]).toBe("It broke.");
    expect(say({ type: "step.failed", step: "read", error: PROBLEM, again_at: 3, contained: false, result: null, call: null })?.slice(0, 2)).toEqual([
      "warn",
      "Read each failed, and is tried again",
    ]);
  });

  it("leaves to the approval what the approval tells", () => {
    const asked: Fact = { type: "step.interrupted", step: "read", moment: "before", message: "", error: null, approval: null, result: null, call: null };
    expect(say(asked)?.[1]).toBe("Read each waits for you to begin");
    expect(say({ ...asked, approval: "apr_1" })).toBeUndefined();
    expect(say({ type: "step.released", step: "read", option: "skip", result: null, state: {}, clears: false })?.[1]).toBe("You had Read each skipped");
  });
});

describe("what happens to plans, told", () => {
  const finding = { severity: "critical", status: "open", issue: "No step says how it is checked." };
  const fact = (data: unknown) => data as Fact;

  it("says what was found, and that it changed its course", () => {
    expect(say(fact({ type: "plan.reviewed", plan: "abc123", version: 2, round: 1, findings: [finding, { ...finding, status: "resolved" }] }))).toEqual([
      "warn",
      "Reviewed the plan: one finding",
      "No step says how it is checked.",
    ]);
    expect(say(fact({ type: "plan.reviewed", plan: "abc123", version: 2, round: 1, findings: [] }), "pt-BR")?.slice(0, 2)).toEqual([
      "ok",
      "Revisou o plano e não encontrou nada",
    ]);
    const replanned = { type: "plan.replanned", plan: "abc123", version: 4, reason: "The file is gone.", added: [], changed: [], dropped: [] };
    expect([true, false].map((within) => say(fact({ ...replanned, within }))?.[1])).toEqual([
      "Changed the rest of the plan, within what you approved",
      "Needs another way than the one you approved",
    ]);
  });

  it("leaves to the steps what the run itself writes into its plan", () => {
    const saved = { type: "plan.saved", plan: { version: 2 }, reason: "created" };
    expect(say(fact({ ...saved, author: "planner" }))?.[1]).toBe("Wrote version 2 of the plan");
    expect(say(fact({ ...saved, author: "executor" }))).toBeUndefined();
    expect(say(fact({ type: "report.written", report: { title: "Login" } }))).toEqual(["ok", "Wrote the report", "Login"]);
  });
});
