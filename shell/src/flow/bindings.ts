/**
 * What a step looks at, in the grammar of the engine (`kernel/engine/graphs`): templates `{{steps.a.result}}`, bindings
 * `{"$from": "a.result"}` and `{"$item": "name"}`, and conditions. What the engine takes for plain text is no use here.
 */

import type { Graph, Step } from "@/api";

/** Keys and indexes, the first of them a root: `inputs`, `state`, `steps`, `item` or `run`. */
export type Path = readonly (string | number)[];

/** One place in a step that looks at something else. */
export interface Use {
  readonly path: Path;
  /** Where the use stands, such as `params.items[0]`. */
  readonly place: string;
}

/** One name in a text, and where it stands. */
interface Part {
  readonly name: string | number;
  readonly start: number;
  readonly end: number;
}

/** Which name is to be replaced: the one after this root. */
interface Rename {
  readonly root: "steps" | "inputs" | "state";
  readonly from: string;
  readonly to: string;
}

const ROOTS: ReadonlySet<string> = new Set(["state", "inputs", "steps", "item", "run"]);
const TEMPLATE = /\$?\{\{([^{}]*)\}\}/g;
const PART = /([\p{L}\p{N}_][\p{L}\p{N}_-]*)|\[(0|[1-9]\d{0,8})\]|\[(['"])([^'"\]]+)\3\]/uy;
const TOKEN =
  /\s*(?:(==|!=|<=|>=|<|>|&&|\|\||!|\(|\))|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?(?![\p{L}\p{N}_.]))|('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|([\p{L}_][\p{L}\p{N}_.-]*(?:\[[^\]]*\][\p{L}\p{N}_.-]*)*))/suy;
const WORDS: ReadonlySet<string> = new Set(["and", "or", "not", "true", "false", "null"]);
const LONGEST_PATH = 500;

/** The path a text spells; nothing when it is none. */
export function readPath(text: string): Path | null {
  return partsOf(text)?.map(({ name }) => name) ?? null;
}

/** A path in the words of the engine, with quotes around names that need them. */
export function writePath(path: Path): string {
  return path
    .map((part, index) => {
      if (typeof part === "number") return `[${part}]`;
      if (!/^[\p{L}\p{N}_][\p{L}\p{N}_-]*$/u.test(part)) return part.includes("'") ? `["${part}"]` : `['${part}']`;
      return index === 0 ? part : `.${part}`;
    })
    .join("");
}

/** The path of a value that is nothing but one template or one binding; nothing for all others. */
export function onlyPath(value: unknown): Path | null {
  if (typeof value === "string") {
    const found = /^\$?\{\{([^{}]*)\}\}$/.exec(value);
    return found === null ? null : templatePath(found[1] ?? "");
  }
  return isObject(value) ? boundPath(value) : null;
}

/** Whether a value is what it says, and looks at nothing. */
export function isLiteral(value: unknown): boolean {
  if (typeof value === "string") return !/\$?\{\{[^{}]*\}\}/.test(value);
  if (Array.isArray(value)) return value.every(isLiteral);
  if (!isObject(value)) return true;
  return Object.entries(value).every(([key, each]) => !key.startsWith("$") && isLiteral(each));
}

/** Everything a value looks at. */
export function usesIn(value: unknown, place: string): Use[] {
  if (typeof value === "string") {
    return [...value.matchAll(TEMPLATE)].flatMap(([, inner = ""]) => {
      const path = templatePath(inner);
      return path === null ? [] : [{ path, place }];
    });
  }
  if (Array.isArray(value)) return value.flatMap((each, index) => usesIn(each, `${place}[${index}]`));
  if (!isObject(value)) return [];
  const path = boundPath(value);
  if (path !== null) return [{ path, place }];
  if (!hasMark(value)) return Object.entries(value).flatMap(([key, each]) => usesIn(each, `${place}.${key}`));
  const among = amongOf(value);
  return among === undefined ? [] : usesIn(among, `${place}.among`);
}

/** Everything a condition looks at. */
export function usesInCondition(text: string): Use[] {
  return wordsIn(text).flatMap(({ word }) => {
    const path = readPath(word);
    return path === null ? [] : [{ path, place: "when" }];
  });
}

/** Everything a step looks at in the graph it stands in; a graph inside it sees nothing but the step's inputs. */
export function usesOf(step: Step): Use[] {
  const values: [string, unknown][] = [
    ["prompt", step.prompt],
    ["inputs", step.inputs],
    ["params", step.call?.params],
    ["repeat.for_each", step.repeat?.for_each],
    ["question.message", step.question?.message],
    ["interrupt.message", step.interrupt?.message],
  ];
  const uses = values.flatMap(([place, value]) => usesIn(value, place));
  return step.when === null ? uses : [...uses, ...usesInCondition(step.when)];
}

/** The steps of its graph that a step looks at. */
export function stepsUsedBy(step: Step): Set<string> {
  return namesOf(usesOf(step), "steps");
}

/** The names after a root among these uses. */
export function namesOf(uses: readonly Use[], root: string): Set<string> {
  return new Set(uses.flatMap(({ path }) => (path[0] === root && typeof path[1] === "string" ? [path[1]] : [])));
}

/** The graph in which everything that looked at a name looks at another one instead. Dependencies are not touched. */
export function renameUses(graph: Graph, rename: Rename): Graph {
  const nodes = graph.nodes.map((step) => renameInStep(step, rename));
  const output = renameIn(graph.output, rename);
  const isSame = output === graph.output && nodes.every((step, index) => step === graph.nodes[index]);
  return isSame ? graph : { ...graph, nodes, output };
}

/** The step that looks at another name; the same object when it did not look at the old one. */
export function renameInStep(step: Step, rename: Rename): Step {
  const fields: Partial<Step> = {};
  const put = <K extends keyof Step>(field: K, value: Step[K]) => {
    if (value !== step[field]) fields[field] = value;
  };
  put("prompt", renameIn(step.prompt, rename));
  put("inputs", renameIn(step.inputs, rename));
  put("call", within(step.call, "params", rename));
  put("repeat", within(step.repeat, "for_each", rename));
  put("question", within(step.question, "message", rename));
  put("interrupt", within(step.interrupt, "message", rename));
  if (step.when !== null) put("when", renameInCondition(step.when, rename));
  return Object.keys(fields).length === 0 ? step : { ...step, ...fields };
}

function within<T extends object, K extends keyof T>(value: T | null, key: K, rename: Rename): T | null {
  if (value === null) return null;
  const renamed = renameIn(value[key], rename);
  return renamed === value[key] ? value : { ...value, [key]: renamed };
}

/** A value that looks at another name; the same object when it did not look at the old one. */
export function renameIn<T>(value: T, rename: Rename): T {
  return renamed(value, rename) as T;
}

function renamed(value: unknown, rename: Rename): unknown {
  if (typeof value === "string") return renameInText(value, rename);
  if (Array.isArray(value)) {
    const items = value.map((each) => renamed(each, rename));
    return items.every((each, index) => each === value[index]) ? value : items;
  }
  if (!isObject(value)) return value;
  if (boundPath(value) !== null) return renameInBinding(value, rename);
  if (hasMark(value)) return renameInDecision(value, rename);
  const entries = Object.entries(value).map(([key, each]) => [key, renamed(each, rename)] as const);
  return entries.every(([key, each]) => each === value[key]) ? value : Object.fromEntries(entries);
}

function renameInText(text: string, rename: Rename): string {
  return text.replace(TEMPLATE, (whole: string, inner: string) => {
    const trimmed = inner.trim();
    const parts = partsOf(trimmed);
    if (parts === null || rootOf(parts) !== rename.root || parts[1]?.name !== rename.from) return whole;
    const before = whole.indexOf("{{") + 2 + inner.indexOf(trimmed);
    return splice(whole, parts[1], before, rename.to);
  });
}

function renameInBinding(value: Record<string, unknown>, rename: Rename): Record<string, unknown> {
  const text = value["$from"];
  if (rename.root !== "steps" || typeof text !== "string") return value;
  const first = partsOf(text)?.[0];
  return first?.name === rename.from ? { $from: splice(text, first, 0, rename.to) } : value;
}

function renameInDecision(value: Record<string, unknown>, rename: Rename): Record<string, unknown> {
  const among = amongOf(value);
  if (among === undefined) return value;
  const other = renamed(among, rename);
  return other === among ? value : { $decide: { ...(value["$decide"] as object), among: other } };
}

function renameInCondition(text: string, rename: Rename): string {
  let result = text;
  for (const { word, start } of wordsIn(text).reverse()) {
    const parts = partsOf(word);
    if (parts?.[0]?.name === rename.root && parts[1]?.name === rename.from) {
      result = splice(result, parts[1], start, rename.to);
    }
  }
  return result;
}

function splice(text: string, part: Part, offset: number, to: string): string {
  return text.slice(0, offset + part.start) + to + text.slice(offset + part.end);
}

/** The words of a condition that are paths. Texts in quotes are none, nor is what stands before a bracket. */
function wordsIn(text: string): { word: string; start: number }[] {
  const bare = text.trim();
  const isWrapped = bare.startsWith("${{") && bare.endsWith("}}");
  const start = text.indexOf(bare) + (isWrapped ? 3 : 0);
  const end = text.indexOf(bare) + bare.length - (isWrapped ? 2 : 0);
  const whole = text.slice(0, end).trimEnd();
  const words: { word: string; start: number }[] = [];
  for (let place = start; place < whole.length; ) {
    TOKEN.lastIndex = place;
    const found = TOKEN.exec(whole);
    if (found === null) break;
    place = TOKEN.lastIndex;
    const [, operator, , , word] = found;
    if (operator === "(" && words.at(-1)?.start === place - 1 - (words.at(-1)?.word.length ?? 0)) words.pop();
    if (word !== undefined && !WORDS.has(word)) words.push({ word, start: place - word.length });
  }
  return words;
}

function partsOf(text: string): Part[] | null {
  if (text === "" || text.length > LONGEST_PATH) return null;
  const parts: Part[] = [];
  for (let place = 0; place < text.length; ) {
    const hasDot = parts.length > 0 && text[place] === ".";
    PART.lastIndex = hasDot ? place + 1 : place;
    const found = PART.exec(text);
    if (found === null) return null;
    const [whole, key, index, , name] = found;
    // A key stands first or after a dot, an index or a name in brackets never does.
    if ((key !== undefined) !== (hasDot || parts.length === 0)) return null;
    if ((key ?? name ?? "").startsWith("__")) return null;
    const end = PART.lastIndex;
    const edge = name === undefined ? 0 : 2;
    parts.push({ name: index === undefined ? (key ?? name ?? "") : Number(index), start: end - whole.length + edge, end: end - edge });
    place = end;
  }
  return parts;
}

/** The root of a template; older documents say `tasks`. */
function rootOf(parts: readonly Part[]): string {
  return parts[0]?.name === "tasks" ? "steps" : String(parts[0]?.name);
}

function templatePath(inner: string): Path | null {
  const parts = partsOf(inner.trim());
  if (parts === null || !ROOTS.has(rootOf(parts))) return null;
  return [rootOf(parts), ...parts.slice(1).map(({ name }) => name)];
}

function boundPath(value: Record<string, unknown>): Path | null {
  const [[mark, content] = [], more] = Object.entries(value);
  if (more !== undefined || typeof content !== "string") return null;
  if (mark === "$item" && content === "") return ["item"];
  const path = mark === "$from" || mark === "$item" ? readPath(content) : null;
  return path === null ? null : [mark === "$from" ? "steps" : "item", ...path];
}

/** What a decision is taken among; only there a decision looks at something. */
function amongOf(value: Record<string, unknown>): unknown {
  const decision = Object.keys(value).length === 1 ? value["$decide"] : undefined;
  return isObject(decision) ? decision["among"] : undefined;
}

function hasMark(value: Record<string, unknown>): boolean {
  return Object.keys(value).some((key) => key.startsWith("$"));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
