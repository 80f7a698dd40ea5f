/** Edits of a plan: how the server is told, and how it looks until the answer is there. Pure. */

import type { Plan, PlanEdit, PlanStep } from "@/api";

/** The fields of a step that people write themselves. */
export type StepField = "title" | "description" | "file" | "file_action" | "validation" | "rationale" | "dependencies" | "approval" | "question" | "call" | "check";

export interface Edited {
  readonly edits: readonly PlanEdit[];
  readonly shown: (plan: Plan) => Plan;
}

const step = (id: string, edit: (step: PlanStep) => PlanStep) => (plan: Plan): Plan => ({
  ...plan,
  steps: plan.steps.map((each) => (each.id === id ? edit(each) : each)),
});

/** Another value for a field of the plan itself. */
export function setField(path: "title" | "goal" | "success_criteria" | "risks", value: unknown): Edited {
  return { edits: [{ op: "set", path, value }], shown: (plan) => ({ ...plan, [path]: value }) };
}

/** Another value for a field of a step. */
export function setStep(id: string, field: StepField, value: unknown): Edited {
  return { edits: [{ op: "set", path: ["steps", id, field].join("."), value }], shown: step(id, (before) => ({ ...before, [field]: value })) };
}

/** A step at another place: before that one, or at the end. */
export function moveStep(id: string, before: string | null): Edited {
  return { edits: [{ op: "move", step: id, before }], shown: (plan) => ({ ...plan, steps: moved(plan.steps, id, before) }) };
}

/** A step that is no longer done; who waited for it waits no more. */
export function dropStep(id: string): Edited {
  const without = (plan: Plan): Plan => ({
    ...plan,
    steps: plan.steps
      .filter((each) => each.id !== id)
      .map((each) => (each.dependencies.includes(id) ? { ...each, dependencies: each.dependencies.filter((other) => other !== id) } : each)),
  });
  return { edits: [{ op: "drop", step: id }], shown: without };
}

/** A new step before that one, or at the end. It shows once the server has it: only then it has all that a step has. */
export function addStep(id: string, title: string, before: string | null): Edited {
  return { edits: [{ op: "add", value: { id, title }, before }], shown: (plan) => plan };
}

function moved(steps: readonly PlanStep[], id: string, before: string | null): PlanStep[] {
  const one = steps.find((each) => each.id === id);
  const others = steps.filter((each) => each.id !== id);
  const place = before === null ? others.length : others.findIndex((each) => each.id === before);
  return one === undefined || place === -1 ? [...steps] : others.toSpliced(place, 0, one);
}

/** An id that no step has: ids are never used again for something else, so it counts on from the highest. */
export function freeStepId(steps: readonly Pick<PlanStep, "id">[]): string {
  const numbers = steps.map(({ id }) => Number(id)).filter(Number.isInteger);
  return String(Math.max(steps.length, 0, ...numbers) + 1);
}

/** What a plan says at a path of an edit: `title`, `steps.2.description`. */
export function valueAt(plan: Plan, path: string): unknown {
  const [field, id, name] = path.split(".");
  if (field !== "steps" || id === undefined) return plan[field as keyof Plan];
  const one = plan.steps.find((each) => each.id === id);
  return name === undefined ? one : one?.[name as keyof PlanStep];
}

/** A value as people read it: a list line by line, steps by their titles. */
export function readable(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((each) => typeof each === "string" || isStep(each))) {
    return value.map((each) => (isStep(each) ? `${each.id}. ${each.title}` : each)).join("\n");
  }
  return isStep(value) ? [value.title, value.description].filter(Boolean).join("\n") : JSON.stringify(value, null, 2);
}

const isStep = (value: unknown): value is Pick<PlanStep, "id" | "title" | "description"> =>
  typeof value === "object" && value !== null && "id" in value && "title" in value && typeof value.title === "string";
