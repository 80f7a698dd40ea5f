import { describe, expect, it } from "vitest";

import type { PlanStep } from "@/api";
import { apply, type Edit } from "./edits";
import { blankStep, emptyStep } from "./kinds";
import { draftOfPlan, planEdits } from "./plans";

const step = (id: string, fields: Partial<PlanStep> = {}): PlanStep => ({
  ...{ id, title: `Step ${id}`, description: "", kind: "agent", file: null, line_start: null, line_end: null, file_action: null, files: [] },
  ...{ dependencies: [], validation: "", check: null, rationale: "", call: null, agent: null, workflow: null, question: null, tools: null },
  ...{ repeat: null, when: null, approval: null, on_error: "replan", retry: null, timeout_s: null, estimate: null, status: "pending", result: null },
  ...fields,
});

const plan = {
  id: "abc123",
  title: "A plan",
  goal: "Done",
  project: "home",
  steps: [
    step("1", { kind: "call", call: { capability: "core.list_notes", params: {} } }),
    step("2", { kind: "edit", description: "Write it down", file: "a.md", validation: "It is there", dependencies: ["1"] }),
    step("3", { kind: "call", call: { capability: "core.create_note", params: { title: "{{steps.1.result.total}}" } }, dependencies: ["2"] }),
    step("4", { kind: "human", question: "Is it good?", dependencies: ["3"], approval: "before" }),
    step("5", { kind: "workflow", workflow: "tidy", dependencies: ["4"] }),
  ],
};
const draft = draftOfPlan(plan);
const made = (...edits: Edit[]) => planEdits(draft, apply(draft, edits).draft);

describe("a plan on the canvas", () => {
  it("is drawn step by step, also what waits because it looks at something", () => {
    expect(draft.graph.nodes.map(({ id, kind, dependencies }) => [id, kind, dependencies])).toEqual([
      ["1", "call", []],
      ["2", "agent", ["1"]],
      ["3", "call", ["2", "1"]],
      ["4", "human", ["3"]],
      ["5", "workflow", ["4"]],
    ]);
    expect(draft.graph.nodes[1]?.prompt).toBe("Write it down");
    expect(planEdits(draft, draft)).toEqual({ edits: [], refused: [] });
  });

  it("is changed by the edits of the plan, and only by what differs", () => {
    expect(made({ type: "changeStep", id: "2", fields: { title: "Write", prompt: "Write it well" } }).edits).toEqual([
      { op: "set", path: "steps.2.title", value: "Write" },
      { op: "set", path: "steps.2.description", value: "Write it well" },
    ]);
    expect(made({ type: "changeStep", id: "1", fields: { call: { capability: "core.list_notes", params: { limit: 3 } } } }).edits).toEqual([
      { op: "set", path: "steps.1.call", value: { capability: "core.list_notes", params: { limit: 3 } } },
    ]);
    expect(made({ type: "connect", from: "1", to: "4" }, { type: "move", positions: { "1": { x: 1, y: 2 } } }).edits).toEqual([
      { op: "set", path: "steps.4.dependencies", value: ["3", "1"] },
    ]);
    expect(made({ type: "changeStep", id: "4", fields: { question: { message: "Sure?", options: [], free_text: true }, interrupt: null } }).edits).toEqual([
      { op: "set", path: "steps.4.approval", value: null },
      { op: "set", path: "steps.4.question", value: "Sure?" },
    ]);
  });

  it("loses and gains steps, in the place where they were put", () => {
    expect(made({ type: "removeStep", id: "2" }).edits).toEqual([
      { op: "drop", step: "2" },
      { op: "set", path: "steps.3.dependencies", value: ["1"] },
    ]);
    const added = { ...emptyStep("agent", "look"), title: "Look", prompt: "Look well", dependencies: ["1"] };
    expect(made({ type: "addStep", step: added, index: 1 }).edits).toEqual([
      { op: "add", value: expect.objectContaining({ id: "look", title: "Look", description: "Look well", dependencies: ["1"] }), before: "2" },
    ]);
  });

  it("refuses what a plan has no words for, and says why", () => {
    const why = (...edits: Edit[]) => made(...edits).refused;
    expect(why({ type: "addStep", step: blankStep("condition", "if") })).toEqual([{ id: "if", why: "kind" }]);
    expect(why({ type: "addStep", step: blankStep("loop", "loop") })).toEqual([{ id: "loop", why: "kind" }]);
    expect(why({ type: "changeStep", id: "1", fields: { writes: ["found"] } })).toEqual([{ id: "1", why: "field", field: "writes" }]);
    expect(why({ type: "disconnect", from: "1", to: "3" })).toEqual([{ id: "3", why: "uses" }]);
    expect(why({ type: "setOutput", output: "{{steps.1.result}}" })).toEqual([{ id: "", why: "whole" }]);
  });
});
