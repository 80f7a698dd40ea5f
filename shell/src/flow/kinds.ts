/** The kinds of nodes on the canvas, and a blank step of each. Pure. */

import type { Graph, Step } from "@/api";
import { graphOf, isStepId, type Draft } from "./model";

/** Kinds of nodes that are steps. */
export const STEP_KINDS = ["agent", "call", "condition", "human", "loop", "workflow"] as const;

export type StepNodeKind = (typeof STEP_KINDS)[number];

/** Every kind of node: steps, the two ends of the graph, and remarks. */
export type NodeKind = StepNodeKind | "start" | "output" | "note";

/** What nodes of each kind are called in a drawing, and words by which the palette finds them. */
export const NODE_NAMES = {
  agent: "PersonaNode",
  call: "ToolNode",
  condition: "ConditionNode",
  human: "InterruptNode",
  loop: "LoopNode",
  workflow: "WorkflowNode",
  start: "StartNode",
  output: "OutputNode",
  note: "NoteNode",
} as const satisfies Readonly<Record<NodeKind, string>>;

/** What a step is drawn as. A step that repeats is a loop, whatever it repeats. */
export function kindOf(step: Pick<Step, "kind" | "repeat">): StepNodeKind {
  return step.repeat === null ? step.kind : "loop";
}

/** Whether a person looks at a step before it begins or after it ended. */
export function isInterrupted(step: Pick<Step, "interrupt">): boolean {
  return step.interrupt !== null && (step.interrupt.before || step.interrupt.after);
}

/** A step of a kind with nothing filled in; the check of the server tells what it lacks. */
export function blankStep(kind: StepNodeKind, id: string): Step {
  const step = emptyStep(kind === "loop" ? "workflow" : kind, id);
  if (kind === "agent") return { ...step, prompt: "" };
  if (kind !== "loop") return step;
  // What it repeats over goes along, or its steps could not look at it.
  const graph: Graph = { inputs: { item: {} }, state: {}, nodes: [blankStep("agent", "step_1")], output: null };
  return { ...step, graph, inputs: { item: "{{item}}" }, repeat: { count: 2, for_each: null, max: 100 } };
}

/** An id that no step of that graph has: the wished one, else with a number after it. */
export function freshId(draft: Pick<Draft, "graph">, wish: string, inside: string | null = null): string {
  return freeId(wish, new Set(graphOf(draft, inside)?.nodes.map(({ id }) => id)));
}

/** An id that is not taken: the wished one, made fit to be an id, else with a number after it. */
export function freeId(wish: string, taken: ReadonlySet<string>): string {
  const plain = slug(wish);
  if (!taken.has(plain)) return plain;
  const stem = plain.replace(/_\d+$/, "");
  for (let number = 2; ; number += 1) {
    const id = `${stem.slice(0, 63 - String(number).length)}_${number}`;
    if (!taken.has(id)) return id;
  }
}

function slug(wish: string): string {
  const plain = wish
    .normalize("NFD")
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/\s+/g, "_")
    .toLowerCase()
    .replace(/^-+/, "")
    .slice(0, 64);
  return isStepId(plain) ? plain : "step";
}

/** A step in which every field is what the server takes for granted. */
export function emptyStep(kind: Step["kind"], id: string): Step {
  return {
    id,
    title: "",
    description: "",
    kind,
    call: null,
    agent: null,
    prompt: null,
    tools: null,
    max_turns: null,
    grants: null,
    bounds: null,
    check: null,
    graph: null,
    workflow: null,
    workflow_version: null,
    inputs: {},
    disabled: false,
    question: null,
    dependencies: [],
    repeat: null,
    writes: [],
    when: null,
    on_error: "abort",
    retry: null,
    timeout_s: null,
    budget: null,
    interrupt: null,
  };
}
