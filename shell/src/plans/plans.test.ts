import { expect, test } from "vitest";

import type { Feedback, PlanStep } from "@/api";
import { i18nOf } from "@/i18n";
import { addStep, dropStep, freeStepId, moveStep, readable, setField, setStep, valueAt } from "./editing";
import { planOf, stepOf } from "./plans.fixtures";
import { isEditable, isLeft, isOpen, openFindings } from "./standing";
import { valueWords } from "./values";

const idsOf = (steps: readonly PlanStep[]) => steps.map(({ id }) => id).join();

const plan = planOf({ steps: [stepOf("1"), stepOf("2", { dependencies: ["1"] }), stepOf("3", { dependencies: ["2"] })] });

test("a field that is set is told by its path and shown at once", () => {
  const { edits, shown } = setStep("2", "description", "Write the service");
  expect(edits).toEqual([{ op: "set", path: "steps.2.description", value: "Write the service" }]);
  expect(shown(plan).steps[1]?.description).toBe("Write the service");
  expect(shown(plan).steps[0]).toBe(plan.steps[0]);
  expect(setField("title", "Another").shown(plan).title).toBe("Another");
});

test("a step that moves keeps its id and lands before the one it was dropped on", () => {
  const { edits, shown } = moveStep("3", "1");
  expect(edits).toEqual([{ op: "move", step: "3", before: "1" }]);
  expect(idsOf(shown(plan).steps)).toBe("3,1,2");
  expect(idsOf(moveStep("1", null).shown(plan).steps)).toBe("2,3,1");
  expect(idsOf(moveStep("9", null).shown(plan).steps)).toBe("1,2,3");
});

test("nobody waits for a step that was dropped", () => {
  const { edits, shown } = dropStep("2");
  expect(edits).toEqual([{ op: "drop", step: "2" }]);
  expect(shown(plan).steps.map(({ id, dependencies }) => [id, dependencies])).toEqual([
    ["1", []],
    ["3", []],
  ]);
});

test("a new step has an id that none ever had", () => {
  expect(freeStepId(plan.steps)).toBe("4");
  expect(freeStepId([{ id: "7" }, { id: "look" }])).toBe("8");
  expect(freeStepId([])).toBe("1");
  expect(addStep("4", "Tidy up", "2").edits).toEqual([{ op: "add", value: { id: "4", title: "Tidy up" }, before: "2" }]);
});

test("what a path says is read as people do", () => {
  expect(valueAt(plan, "title")).toBe(plan.title);
  expect(valueAt(plan, "steps.2.dependencies")).toEqual(["1"]);
  expect(valueAt(plan, "steps.9.title")).toBeUndefined();
  expect([readable(null), readable("a"), readable(["1", "2"]), readable({ n: 1 })]).toEqual(["", "a", "1\n2", '{\n  "n": 1\n}']);
  expect(readable(plan.steps.slice(0, 2))).toBe("1. Step 1\n2. Step 2");
});

test("the gravest finding comes first, and what was mended is gone", () => {
  const finding = (severity: Feedback["severity"], status: Feedback["status"] = "open") => ({ severity, status });
  const found = [finding("info"), finding("critical"), finding("critical", "resolved"), finding("warning", "accepted")];
  expect(openFindings(found).map(({ severity }) => severity)).toEqual(["critical", "warning", "info"]);
});

test("what is under way stays as it was approved; what was left can be taken up again", () => {
  expect((["ready", "clarifying", "failed"] as const).every((status) => isEditable({ status }))).toBe(true);
  expect((["approved", "executing", "done", "superseded"] as const).some((status) => isEditable({ status }))).toBe(false);
  expect([isOpen({ status: "clarifying" }), isOpen({ status: "approved" }), isLeft({ status: "cancelled" })]).toEqual([true, false, true]);
});

test("a value that is only known later says where it comes from", () => {
  const { t } = i18nOf("en");
  const values = ["notes.md", 3, { $from: "2.result.data.text" }, { $item: "title" }, { $decide: "the nearest" }, { $from: "2", or: 1 }, {}];
  expect(values.map((value) => valueWords(value, t))).toEqual([
    "notes.md",
    "3",
    "what step 2 gives",
    "of each: title",
    "decided then: the nearest",
    '{\n  "$from": "2",\n  "or": 1\n}',
    "{}",
  ]);
});
