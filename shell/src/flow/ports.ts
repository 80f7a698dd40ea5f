/** What may be connected with what: dependencies between steps, and results with parameters. Pure. */

import type { Step } from "@/api";
import { namesOf, readPath, usesIn, writePath } from "./bindings";
import type { Edit } from "./change";
import { stepsBefore, wayBetween } from "./layers";
import { type Draft, graphOf, INPUTS, OUTPUT, placeOf, splitPlace, stepOf } from "./model";
import { fits, type Misfit, type Schema } from "./references";

/** Why two nodes cannot be connected. */
export type ConnectCode = "itself" | "twice" | "circle" | "unknown" | "into_inputs" | "from_output" | "other_graph" | "end";

export interface ConnectProblem {
  readonly code: ConnectCode;
  /** The steps that would wait for each other, in the order they would. */
  readonly circle?: readonly string[];
}

/** Why `to` cannot wait for `from`, both given by their places; nothing when it can. */
export function canConnect(draft: Pick<Draft, "graph">, from: string, to: string): ConnectProblem | null {
  const start = splitPlace(from);
  const end = splitPlace(to);
  if (end.id === INPUTS) return { code: "into_inputs" };
  if (start.id === OUTPUT) return { code: "from_output" };
  if (start.inside !== end.inside) return { code: "other_graph" };
  if (from === to) return { code: "itself" };
  const graph = graphOf(draft, start.inside);
  const isEnd = start.id === INPUTS || end.id === OUTPUT;
  const target = graph?.nodes.find(({ id }) => id === end.id);
  const source = graph?.nodes.find(({ id }) => id === start.id);
  if (graph === null || (target === undefined && end.id !== OUTPUT) || (source === undefined && start.id !== INPUTS)) {
    return { code: "unknown" };
  }
  if (isEnd) return { code: "end" };
  if (target?.dependencies.includes(start.id)) return { code: "twice" };
  const circle = wayBetween(graph, end.id, start.id);
  return circle === null ? null : { code: "circle", circle };
}

/** Why a value cannot be bound to a parameter. */
export type BindProblem = ConnectProblem | Misfit | { readonly code: "path" | "no_param" };

/** The types on both ends of a binding, as far as they are known. */
export interface BindTypes {
  readonly from?: Schema;
  readonly to?: Schema;
}

/**
 * The edits that let a parameter of a step take what a path such as `steps.a.result.text` finds, or why it cannot.
 * Parameters are `params.query`, `inputs.topic`, `prompt`, `question.message` and `for_each`; the output of the whole
 * is the parameter `output` of the node `_output`. The step also begins to wait for what it looks at.
 */
export function bind(draft: Draft, path: string, to: string, param: string, types: BindTypes = {}): Edit[] | BindProblem {
  const parts = readPath(path);
  if (parts === null || !/^(steps|inputs|state|item|run)$/.test(String(parts[0]))) return { code: "path" };
  const misfit = isText(param) ? null : fits(types.from ?? {}, types.to ?? {});
  if (misfit !== null) return misfit;
  const { inside, id } = splitPlace(to);
  const text = `{{${writePath(parts)}}}`;
  if (id === OUTPUT) return [{ type: "setOutput", output: text, inside }];
  const step = stepOf(draft, to);
  if (step === null) return { code: "unknown" };
  const fields = boundFields(step, param, text);
  if (fields === null) return { code: "no_param" };
  const waits = waitsFor(draft, to, text);
  return Array.isArray(waits) ? [...waits, { type: "changeStep", id: to, fields }] : waits;
}

function isText(param: string): boolean {
  return param === "prompt" || param === "question.message";
}

/** The edits that let a step wait for what a value looks at, or why it cannot. */
function waitsFor(draft: Draft, to: string, value: string): Edit[] | ConnectProblem {
  const { inside, id } = splitPlace(to);
  const graph = graphOf(draft, inside);
  if (graph === null) return { code: "unknown" };
  const uses = usesIn(value, "");
  const keys = namesOf(uses, "state");
  const writers = graph.nodes.filter((step) => step.writes.some((key) => keys.has(key))).map((step) => step.id);
  const before = stepsBefore(graph, id);
  const edits: Edit[] = [];
  for (const from of new Set([...namesOf(uses, "steps"), ...writers])) {
    if (before.has(from)) continue;
    const problem = canConnect(draft, placeOf(inside, from), to);
    if (problem !== null) return problem;
    edits.push({ type: "connect", from: placeOf(inside, from), to });
  }
  return edits;
}

function boundFields(step: Step, param: string, text: string): Partial<Step> | null {
  const [field, name] = [param.split(".", 1)[0] ?? "", param.slice(param.indexOf(".") + 1)];
  const joined = (before: string | null | undefined) => (before ? `${before}${/\s$/.test(before) ? "" : " "}${text}` : text);
  if (field === "params" && step.call !== null) return { call: { ...step.call, params: { ...step.call.params, [name]: text } } };
  if (field === "inputs" && step.kind === "workflow") return { inputs: { ...step.inputs, [name]: text } };
  if (field === "for_each") return { repeat: { max: 100, ...step.repeat, count: null, for_each: text } };
  if (field === "prompt" && step.kind === "agent") return { prompt: joined(step.prompt) };
  if (param !== "question.message" || step.kind !== "human") return null;
  return { question: { options: [], free_text: true, ...step.question, message: joined(step.question?.message) } };
}
