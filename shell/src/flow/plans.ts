/** A plan as a draft for the canvas, and what was drawn as edits of the plan. Pure. */

import type { Plan, PlanEdit, PlanStep, Step } from "@/api";
import { stepsUsedBy } from "./bindings";
import { emptyStep } from "./kinds";
import { type Draft, isSame } from "./model";

/** Why something that was drawn is no edit of a plan. */
export type PlanRefusal = "kind" | "field" | "name" | "whole" | "uses";

export interface PlanEdits {
  readonly edits: readonly PlanEdit[];
  /** What a plan cannot say, by the id of its step; those of the whole under the empty id. */
  readonly refused: readonly { readonly id: string; readonly why: PlanRefusal; readonly field?: string }[];
}

/** The steps of a plan as they are drawn. Where they stand is nothing that a plan keeps. */
export function draftOfPlan({ id, title, goal, project, steps }: Pick<Plan, "id" | "title" | "goal" | "project" | "steps">): Draft {
  const known = new Set(steps.map((step) => step.id));
  const nodes = steps.map((step) => withUses(drawn(step), known));
  return { id, title, description: goal, project, budget: null, at_once: 8, graph: { inputs: {}, state: {}, nodes, output: null }, canvas: null };
}

/** The edits of a plan that make of it what was drawn. What a plan has no words for is told and not part of them. */
export function planEdits(before: Draft, after: Draft): PlanEdits {
  const refused: PlanEdits["refused"][number][] = [];
  const [was, is] = [before.graph, after.graph];
  if (!isSame([was.inputs, was.state, was.output], [is.inputs, is.state, is.output])) refused.push({ id: "", why: "whole" });
  const known = new Map(was.nodes.map((step) => [step.id, step]));
  const left = new Set(is.nodes.map(({ id }) => id));
  const edits: PlanEdit[] = was.nodes.filter(({ id }) => !left.has(id)).map(({ id }) => ({ op: "drop", step: id }) as PlanEdit);
  is.nodes.forEach((step, at) => {
    const old = known.get(step.id);
    const unsaid = unsaidOf(old ?? emptyStep(step.kind, step.id), step);
    refused.push(...unsaid.map((why) => ({ id: step.id, ...why })));
    if (unsaid.length > 0) return;
    if (old === undefined) edits.push({ op: "add", value: { id: step.id, ...said(step) }, before: nextKnown(is.nodes, at, known) } as PlanEdit);
    else edits.push(...changes(old, step));
  });
  return { edits, refused };
}

function nextKnown(steps: readonly Step[], at: number, known: ReadonlyMap<string, Step>): string | null {
  return steps.slice(at + 1).find(({ id }) => known.has(id))?.id ?? null;
}

function changes(old: Step, step: Step): PlanEdit[] {
  const [before, now] = [said(old), said(step)];
  const names = Object.keys(now).filter((name) => !isSame(before[name], now[name]));
  return names.map((name) => ({ op: "set", path: ["steps", step.id, name].join("."), value: now[name] }) as PlanEdit);
}

type Said = Readonly<Record<string, unknown>>;

/** What a plan says of a step that is drawn. */
function said(step: Step): Said {
  const common = {
    title: step.title || step.id,
    dependencies: step.dependencies,
    when: step.when,
    repeat: step.repeat,
    retry: step.retry,
    timeout_s: step.timeout_s,
    on_error: step.on_error,
    approval: step.interrupt?.before ? "before" : step.interrupt?.after ? "after" : null,
  };
  switch (step.kind) {
    case "call":
      return { kind: "call", ...common, description: step.description, call: step.call };
    case "workflow":
      return { kind: "workflow", ...common, description: step.description, workflow: step.workflow, call: callOf(step) };
    case "human":
      return { kind: "human", ...common, description: step.description, question: step.question?.message ?? null };
    default:
      return { ...common, description: step.prompt ?? "", agent: step.agent, tools: step.tools };
  }
}

/** What a kept workflow is given stands in the step's call, as the server reads it. */
function callOf({ inputs, workflow }: Step): unknown {
  return Object.keys(inputs).length === 0 ? null : { capability: workflow ?? "", params: inputs };
}

/** The fields a plan has words for; the others stay as they were when the plan was drawn. */
const SAYABLE: ReadonlySet<keyof Step> = new Set(["title", "dependencies", "when", "repeat", "retry", "timeout_s", "on_error", "interrupt"]);
const OF_KIND: Readonly<Record<Step["kind"], readonly (keyof Step)[]>> = {
  call: ["description", "call"],
  workflow: ["description", "workflow", "inputs"],
  human: ["description", "question"],
  agent: ["prompt", "agent", "tools"],
  condition: [],
};

function unsaidOf(old: Step, step: Step): readonly { readonly why: PlanRefusal; readonly field?: string }[] {
  if (step.kind === "condition" || step.graph !== null || old.kind !== step.kind) return [{ why: "kind" }];
  const sayable = new Set<string>([...SAYABLE, ...OF_KIND[step.kind]]);
  const names = Object.keys(step).filter((name) => !isSame(old[name as keyof Step], step[name as keyof Step]));
  const fields = names.filter((name) => !sayable.has(name));
  if (step.interrupt !== null && ((step.interrupt.before && step.interrupt.after) || step.interrupt.message !== "")) fields.push("interrupt");
  if ((step.question?.options.length ?? 0) > (old.question?.options.length ?? 0)) fields.push("question");
  const lacks = [...stepsUsedBy(step)].some((id) => old.dependencies.includes(id) && !step.dependencies.includes(id));
  return [...fields.map((field) => ({ why: "field" as const, field })), ...(lacks ? [{ why: "uses" as const }] : [])];
}

function drawn(step: PlanStep): Step {
  const interrupt = step.approval === null ? null : { before: step.approval === "before", after: step.approval === "after", message: "" };
  const common = {
    title: step.title,
    dependencies: step.dependencies,
    when: step.when,
    repeat: step.repeat,
    retry: step.retry,
    timeout_s: step.timeout_s,
    on_error: step.on_error,
    interrupt,
  };
  switch (step.kind) {
    case "call":
      return { ...emptyStep("call", step.id), ...common, description: step.description, call: step.call };
    case "workflow":
      return { ...emptyStep("workflow", step.id), ...common, description: step.description, workflow: step.workflow, inputs: step.call?.params ?? {} };
    case "human": {
      const message = step.question ?? "";
      return { ...emptyStep("human", step.id), ...common, description: step.description, question: { message, options: [], free_text: true } };
    }
    default:
      return { ...emptyStep("agent", step.id), ...common, prompt: step.description, agent: step.agent, tools: step.tools };
  }
}

/** A step waits for what it looks at, also where the plan does not say so. */
function withUses(step: Step, known: ReadonlySet<string>): Step {
  const used = [...stepsUsedBy(step)].filter((id) => known.has(id) && id !== step.id && !step.dependencies.includes(id));
  return used.length === 0 ? step : { ...step, dependencies: [...step.dependencies, ...used] };
}
