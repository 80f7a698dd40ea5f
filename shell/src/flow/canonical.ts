/** A draft as the server writes it, so that two of them can be compared. Pure. */

import type { Graph, Step } from "@/api";
import { emptyStep } from "./kinds";
import type { Details, Draft } from "./model";

const FIELDS = {
  call: ["capability", "params"],
  question: ["message", "options", "free_text"],
  repeat: ["count", "for_each", "max"],
  retry: ["max", "wait_s", "factor", "on"],
  check: ["command", "expect", "files", "timeout_s"],
  interrupt: ["before", "after", "message"],
} as const;

/** The draft without what only says how it is drawn, its fields in the order of the server. */
export function canonical(draft: Draft): Details & { graph: Graph } {
  const { id, title, description, project, graph, budget, at_once } = draft;
  return { id, title, description, project, graph: canonicalGraph(graph), budget, at_once };
}

function canonicalGraph({ inputs, state, nodes, output }: Graph): Graph {
  return { inputs, state, nodes: nodes.map(canonicalStep), output: output ?? null };
}

function canonicalStep(step: Step): Step {
  const whole: Record<string, unknown> = { ...emptyStep(step.kind, step.id), ...step };
  if (step.graph !== null) whole["graph"] = canonicalGraph(step.graph);
  for (const [name, fields] of Object.entries(FIELDS)) whole[name] = inOrder(whole[name], fields);
  return whole as unknown as Step;
}

/** An object with its fields in this order, and what else it has behind them. */
function inOrder(value: unknown, fields: readonly string[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  const given = value as Record<string, unknown>;
  const known = fields.filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name]] as const);
  return { ...Object.fromEntries(known), ...given };
}
