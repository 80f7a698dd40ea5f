/** What a step may look at, of which type it is, and whether it fits where it is wanted. Pure. */

import type { Graph, Step } from "@/api";
import { onlyPath, type Path, writePath } from "./bindings";
import { stepsBefore } from "./layers";
import { type Draft, graphOf, OUTPUT, splitPlace, titleOf } from "./model";

/** A JSON Schema; an empty one says that nothing is known. */
export type Schema = Readonly<Record<string, unknown>>;

/** Something a step may look at. */
export interface Reference {
  readonly path: Path;
  /** The path as one writes it, such as `steps.search.result.items`. */
  readonly text: string;
  /** The step, input or shared key it belongs to, in words. */
  readonly title: string;
  readonly schema: Schema;
  /** The value it had in the last run, or that is pinned. */
  readonly value?: unknown;
}

/** What is known beside the draft: the types of results, and values of the last run. */
export interface Known {
  /** What a step gives back, such as what its capability declares; nothing when that is not known. */
  readonly returns?: (step: Step) => Schema | null;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly state?: Readonly<Record<string, unknown>>;
  /** Results by the place of their step. */
  readonly results?: Readonly<Record<string, unknown>>;
}

/** Why a value does not fit where it is wanted. */
export interface Misfit {
  readonly code: "type" | "choice" | "lacks";
  readonly from: string;
  readonly to: string;
  /** The field it is about, when the value is an object or a list. */
  readonly field?: string;
}

const DEEPEST = 3;
const MOST = 500;
const DEPTH_OF_SCHEMAS = 16;

/** Everything the step at a place may look at: inputs, shared keys, results of steps before it, its own item. */
export function referencesOf(draft: Draft, place: string, known: Known = {}): Reference[] {
  const { inside, id } = splitPlace(place);
  const graph = graphOf(draft, inside);
  if (graph === null) return [];
  const before = id === OUTPUT ? new Set(graph.nodes.map((each) => each.id)) : stepsBefore(graph, id);
  const step = graph.nodes.find((each) => each.id === id);
  const found: Reference[] = [];
  const isOuter = inside === null;
  for (const [name, schema] of Object.entries(graph.inputs)) {
    found.push(...expand(["inputs", name], name, schema, isOuter ? known.inputs?.[name] : undefined));
  }
  for (const [name, schema] of Object.entries(graph.state)) {
    const writer = graph.nodes.find(({ writes }) => writes.includes(name));
    if (writer === undefined ? !("default" in schema) : !before.has(writer.id)) continue;
    found.push(...expand(["state", name], name, schema, isOuter ? known.state?.[name] : undefined));
  }
  for (const each of graph.nodes) {
    if (!before.has(each.id)) continue;
    const where = isOuter ? each.id : `${inside}/${each.id}`;
    const value = valueOf(draft, where, known);
    found.push(...expand(["steps", each.id, "result"], titleOf(each), resultOf(each, known), value));
  }
  if (step?.repeat != null) found.push(...expand(["item"], "item", itemOf(step, graph, draft, inside, known), undefined));
  return found.slice(0, MOST);
}

/** What a step gives back. A step that repeats gives a list of what each repetition gave. */
export function resultOf(step: Step, known: Known = {}): Schema {
  const one = step.kind === "condition" ? { type: "boolean" } : (known.returns?.(step) ?? {});
  return step.repeat === null ? one : { type: "array", items: one };
}

/** The type of what a path finds in the step at a place; nothing when it finds nothing there. */
export function typeAt(draft: Draft, place: string, path: Path, known: Known = {}): Schema | null {
  const { inside } = splitPlace(place);
  const graph = graphOf(draft, inside);
  const [root, name = "", part, ...rest] = path;
  if (graph === null) return null;
  if (root === "inputs" || root === "state") {
    const schema = graph[root][String(name)];
    return schema === undefined ? null : typeOf(schema, path.slice(2));
  }
  if (root === "item") {
    const step = graph.nodes.find(({ id }) => id === splitPlace(place).id);
    return step?.repeat == null ? null : typeOf(itemOf(step, graph, draft, inside, known), path.slice(1));
  }
  const step = root === "steps" ? graph.nodes.find(({ id }) => id === name) : undefined;
  if (step === undefined) return root === "run" ? {} : null;
  if (part === "status") return { type: "string" };
  if (part === "error") return {};
  return part === "result" ? typeOf(resultOf(step, known), rest) : null;
}

/** What a path finds in values of a schema; nothing when it finds nothing. An empty schema means that nothing is known. */
export function typeOf(schema: Schema, path: Path): Schema | null {
  return reach(schema, path, definitionsOf(schema), 0);
}

/** Why a value of one schema cannot be of the other; nothing when it can, or when that is not known. */
export function fits(from: Schema, to: Schema): Misfit | null {
  return misfit(from, to, { from: definitionsOf(from), to: definitionsOf(to) }, 0);
}

/** What a schema describes in one word: `string`, `number`, `array`, …; `any` when it does not say. */
export function typeName(schema: Schema): string {
  const names = [...new Set(branchesOf(schema, definitionsOf(schema)).map((each) => String(each["type"] ?? "any")))];
  const plain = names.filter((name) => name !== "null");
  return plain.length === 1 ? (plain[0] ?? "any") : plain.length === 0 ? (names[0] ?? "any") : plain.includes("any") ? "any" : plain.join(" | ");
}

/** The value a path finds in what is known of the last run and of what is pinned; nothing when nothing is. */
export function lookUp(value: unknown, path: Path): unknown {
  let found = value;
  for (const [index, part] of path.entries()) {
    if (Array.isArray(found) && typeof part === "string") {
      const each = found.map((item) => lookUp(item, path.slice(index))).filter((item) => item !== undefined);
      return each.length > 0 || found.length === 0 ? each : undefined;
    }
    if (Array.isArray(found)) found = found[Number(part)];
    else if (isObject(found) && typeof part === "string" && Object.hasOwn(found, part)) found = found[part];
    else return undefined;
  }
  return found;
}

function valueOf(draft: Draft, place: string, known: Known): unknown {
  const pins = draft.canvas?.pins ?? {};
  return Object.hasOwn(pins, place) ? pins[place] : known.results?.[place];
}

function itemOf(step: Step, graph: Graph, draft: Draft, inside: string | null, known: Known): Schema {
  if (step.repeat?.for_each == null) return { type: "integer" };
  const path = onlyPath(step.repeat.for_each);
  if (path === null) return Array.isArray(step.repeat.for_each) ? typeOfValue(step.repeat.for_each[0]) : {};
  // What is repeated over is seen from the step itself, which has no item yet.
  const outer = graph.nodes.find(({ id }) => id === path[1]);
  if (path[0] === "steps" && outer === undefined) return {};
  const list = typeAt(draft, inside === null ? step.id : `${inside}/${step.id}`, path[0] === "item" ? [] : path, known);
  return list === null ? {} : (typeOf(list, [0]) ?? {});
}

function typeOfValue(value: unknown): Schema {
  if (value === null || value === undefined) return {};
  if (Array.isArray(value)) return { type: "array", items: typeOfValue(value[0]) };
  if (isObject(value)) return { type: "object", properties: Object.fromEntries(Object.entries(value).map(([key, each]) => [key, typeOfValue(each)])) };
  return { type: typeof value === "number" ? (Number.isInteger(value) ? "integer" : "number") : typeof value };
}

/** A reference and, as far as they are described or were seen, the fields inside it. */
function expand(path: Path, title: string, schema: Schema, value: unknown, depth = 0): Reference[] {
  const own: Reference = { path, text: writePath(path), title, schema, ...(value !== undefined && { value }) };
  if (depth >= DEEPEST) return [own];
  const seen = isObject(value) ? value : {};
  const described = objectOf(schema);
  const names = [...new Set([...Object.keys(described), ...Object.keys(seen)])].filter((name) => !name.startsWith("__"));
  return [own, ...names.flatMap((name) => expand([...path, name], title, typeOf(schema, [name]) ?? {}, seen[name], depth + 1))];
}

function objectOf(schema: Schema): Readonly<Record<string, unknown>> {
  const objects = branchesOf(schema, definitionsOf(schema)).filter((each) => each["type"] === "object" && isObject(each["properties"]));
  return objects.length === 1 ? (objects[0]?.["properties"] as Record<string, unknown>) : {};
}

/** As `reach` of the server: a key of a list is that field of each of its items. */
function reach(given: Schema, path: Path, definitions: Schema, depth: number): Schema | null {
  if (depth > DEPTH_OF_SCHEMAS) return {};
  const branches = branchesOf(given, definitions);
  if (branches.length > 1) {
    const found = branches.map((branch) => reach(branch, path, definitions, depth + 1));
    const kinds = found.filter((each): each is Schema => each !== null && each["type"] !== "null");
    if (kinds.length === 1) return kinds[0] ?? {};
    return found.every((each) => each === null) ? null : {};
  }
  const schema = branches[0] ?? {};
  const [part, ...rest] = path;
  if (part === undefined) return withDefinitions(schema, definitions);
  const type = schema["type"];
  if (type === "object") {
    const properties = isObject(schema["properties"]) ? schema["properties"] : {};
    const inner = typeof part === "string" && Object.hasOwn(properties, part) ? properties[part] : undefined;
    if (isObject(inner)) return reach(inner, rest, definitions, depth + 1);
    return typeof part === "number" || schema["additionalProperties"] === false ? null : {};
  }
  if (type === "array") {
    const items = isObject(schema["items"]) ? schema["items"] : {};
    const found = reach(items, typeof part === "number" ? rest : path, definitions, depth + 1);
    return typeof part === "number" || found === null ? found : { type: "array", items: found };
  }
  return typeof type === "string" ? null : {};
}

interface Definitions {
  readonly from: Schema;
  readonly to: Schema;
}

function misfit(from: Schema, to: Schema, definitions: Definitions, depth: number): Misfit | null {
  if (depth > DEPTH_OF_SCHEMAS) return null;
  const wanted = branchesOf(to, definitions.to);
  let first: Misfit | null = null;
  for (const given of branchesOf(from, definitions.from)) {
    for (const each of wanted) {
      const problem = plainMisfit(given, each, definitions, depth);
      if (problem === null) return null;
      // What may also be nothing is told by what else it is.
      if (first === null || first.from === "null") first = problem;
    }
  }
  return first;
}

/** What may still be made of a type: a number is counted or measured, and a text may say a number, yes or no. As the server does. */
const BECOMES: Readonly<Record<string, readonly string[]>> = { integer: ["number"], number: ["integer"], string: ["integer", "number", "boolean"] };

function plainMisfit(from: Schema, to: Schema, definitions: Definitions, depth: number): Misfit | null {
  const [given, wanted] = [from["type"], to["type"]];
  const words = { from: String(given ?? "any"), to: String(wanted ?? "any") };
  const [choices, allowed] = [choicesOf(from), choicesOf(to)];
  if (choices !== null && allowed !== null && !choices.some((each) => allowed.includes(each))) return { code: "choice", ...words };
  if (typeof given !== "string" || typeof wanted !== "string") return null;
  if (given !== wanted && !BECOMES[given]?.includes(wanted)) return { code: "type", ...words };
  if (given === "array" && isObject(from["items"]) && isObject(to["items"])) {
    const inner = misfit(from["items"], to["items"], definitions, depth + 1);
    return inner && { ...inner, field: inner.field === undefined ? "[]" : `[].${inner.field}` };
  }
  return given === "object" ? objectMisfit(from, to, definitions, depth) : null;
}

function objectMisfit(from: Schema, to: Schema, definitions: Definitions, depth: number): Misfit | null {
  const given = isObject(from["properties"]) ? from["properties"] : {};
  const wanted = isObject(to["properties"]) ? to["properties"] : {};
  const required = Array.isArray(to["required"]) ? to["required"].map(String) : [];
  const isClosed = from["additionalProperties"] === false;
  for (const name of new Set([...required, ...Object.keys(wanted)])) {
    const [one, other] = [given[name], wanted[name]];
    if (one === undefined && required.includes(name) && isClosed) return { code: "lacks", from: "object", to: "object", field: name };
    const inner = isObject(one) && isObject(other) ? misfit(one, other, definitions, depth + 1) : null;
    if (inner !== null) return { ...inner, field: inner.field === undefined ? name : `${name}.${inner.field}` };
  }
  return null;
}

function choicesOf(schema: Schema): readonly unknown[] | null {
  if ("const" in schema) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : null;
}

/** What a schema may be, each with one type. */
function branchesOf(schema: Schema, definitions: Schema, depth = 0): Schema[] {
  if (depth > DEPTH_OF_SCHEMAS) return [{}];
  if (typeof schema["$ref"] === "string") {
    const target = definitions[schema["$ref"].slice(schema["$ref"].lastIndexOf("/") + 1)];
    return isObject(target) ? branchesOf(target, definitions, depth + 1) : [{}];
  }
  const branches = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(branches) && branches.length > 0) {
    return branches.flatMap((branch) => (isObject(branch) ? branchesOf(branch, definitions, depth + 1) : [{}]));
  }
  if (Array.isArray(schema["type"])) return schema["type"].map((type) => ({ ...schema, type }));
  return [schema];
}

function definitionsOf(schema: Schema): Schema {
  return isObject(schema["$defs"]) ? schema["$defs"] : {};
}

function withDefinitions(schema: Schema, definitions: Schema): Schema {
  return Object.keys(definitions).length === 0 || "$defs" in schema ? schema : { ...schema, $defs: definitions };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
