/** Copying steps and notes as text, and pasting them with names of their own. Pure. */

import type { Graph, Step } from "@/api";
import { type Edit, perform } from "./change";
import { emptyStep, freeId } from "./kinds";
import { layOut } from "./layout";
import { type Draft, EMPTY_CANVAS, graphOf, isStepId, type Note, NOTE_COLORS, placeOf, type Point, splitPlace } from "./model";

/** Steps and notes that were copied. */
export interface Clip {
  /** The workflow they come from and the place of the step they stood in. */
  readonly from: string;
  readonly inside: string | null;
  readonly steps: readonly Step[];
  readonly notes: readonly Note[];
  /** Where each step stood, by its id. */
  readonly positions: Readonly<Record<string, Point>>;
  readonly pins: Readonly<Record<string, unknown>>;
  /** What was in the text and could not be understood, such as `steps[0].colour`. */
  readonly left_out: readonly string[];
}

export interface ClipProblem {
  readonly code: "not_json" | "not_steps" | "too_much";
}

const MARK = "aule.steps";
const MOST_STEPS = 2_000;
const MOST_TEXT = 4_000_000;
const DEEPEST = 8;
const KINDS: ReadonlySet<string> = new Set(["call", "agent", "condition", "workflow", "human"]);

/** The text of the steps at these places and of notes. Steps of one graph are copied together: that of the first one. */
export function toText(draft: Draft, ids: readonly string[], noteIds: readonly string[] = []): string {
  const inside = ids[0] === undefined ? null : splitPlace(ids[0]).inside;
  const canvas = draft.canvas ?? EMPTY_CANVAS;
  const chosen = new Set(ids);
  const steps = (graphOf(draft, inside)?.nodes ?? []).filter(({ id }) => chosen.has(placeOf(inside, id)));
  const laid = { ...layOut(draft, { inside }), ...canvas.positions };
  const kept = <T>(values: Readonly<Record<string, T>>) =>
    Object.fromEntries(steps.flatMap(({ id }) => (Object.hasOwn(values, placeOf(inside, id)) ? [[id, values[placeOf(inside, id)]]] : [])));
  const notes = canvas.notes.filter(({ id }) => noteIds.includes(id));
  return JSON.stringify({ type: MARK, from: draft.id, inside, steps, notes, positions: kept(laid), pins: kept(canvas.pins) }, null, 2);
}

/** The steps and notes a text holds, or why it holds none. Nothing of the text is trusted to have the right shape. */
export function fromText(text: string): Clip | ClipProblem {
  if (text.length > MOST_TEXT) return { code: "too_much" };
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return { code: "not_json" };
  }
  if (!isObject(read) || read["type"] !== MARK || !Array.isArray(read["steps"])) return { code: "not_steps" };
  if (read["steps"].length > MOST_STEPS) return { code: "too_much" };
  const leftOut: string[] = [];
  const steps = readSteps(read["steps"], "steps", leftOut, 0);
  const notes = (Array.isArray(read["notes"]) ? read["notes"] : []).flatMap((note: unknown, index) => readNote(note, `notes[${index}]`, leftOut));
  if (steps.length === 0 && notes.length === 0) return { code: "not_steps" };
  const positions = isObject(read["positions"]) ? Object.entries(read["positions"]).filter((entry): entry is [string, Point] => isPoint(entry[1])) : [];
  return {
    from: String(read["from"] ?? ""),
    inside: typeof read["inside"] === "string" ? read["inside"] : null,
    steps,
    notes,
    positions: Object.fromEntries(positions),
    pins: isObject(read["pins"]) ? read["pins"] : {},
    left_out: leftOut,
  };
}

/**
 * The edits that paste a clip with its upper left corner at a point. Steps get ids of their own, and what they say of
 * each other is kept. What they waited for elsewhere is kept only in the graph they come from.
 */
export function paste(draft: Draft, clip: Clip, at: Point, inside: string | null = null): Edit[] {
  const graph = graphOf(draft, inside);
  if (graph === null) return [];
  const taken = new Set(graph.nodes.map(({ id }) => id));
  const { steps, names } = renameAll(clip.steps, taken);
  const isHome = clip.from === draft.id && clip.inside === inside;
  const ids = new Set([...steps.map(({ id }) => id), ...(isHome ? taken : [])]);
  const spots = spotsOf(clip, at);
  const edits = steps.map((step, index): Edit => {
    const dependencies = step.dependencies.filter((id) => ids.has(id));
    return { type: "addStep", step: { ...step, dependencies }, at: spots.steps[index] ?? at, inside };
  });
  const pins = Object.entries(clip.pins).flatMap(([id, value]): Edit[] => {
    const name = names.get(id);
    return name === undefined ? [] : [{ type: "pin", id: placeOf(inside, name), value }];
  });
  const known = new Set(draft.canvas?.notes.map(({ id }) => id));
  const notes = clip.notes.map((note, index): Edit => {
    const id = freeId(note.id, known);
    known.add(id);
    return { type: "setNote", note: { ...note, id, at: spots.notes[index] ?? at } };
  });
  return [...edits, ...pins, ...notes];
}

/** The steps with ids that nobody has, and what each is called now. */
function renameAll(steps: readonly Step[], taken: ReadonlySet<string>): { steps: Step[]; names: Map<string, string> } {
  const graph: Graph = { inputs: {}, state: {}, nodes: [...steps], output: null };
  let draft: Draft = { id: "", title: "", description: "", project: null, budget: null, at_once: 1, graph, canvas: null };
  const used = new Set([...taken, ...steps.map(({ id }) => id)]);
  const names = new Map<string, string>();
  for (const { id } of steps) {
    const to = taken.has(id) ? freeId(id, used) : id;
    used.add(to);
    names.set(id, to);
    const outcome = perform(draft, { type: "renameStep", id, to });
    if (typeof outcome !== "string") draft = outcome;
  }
  return { steps: draft.graph.nodes, names };
}

function spotsOf({ steps, notes, positions }: Clip, at: Point): { steps: Point[]; notes: Point[] } {
  const laid = layOut({ graph: { inputs: {}, state: {}, nodes: [...steps], output: null } });
  const spots = steps.map(({ id }) => positions[id] ?? laid[id] ?? at);
  const all = [...spots, ...notes.map((note) => note.at)];
  const left = all.reduce((least, { x }) => Math.min(least, x), Infinity);
  const top = all.reduce((least, { y }) => Math.min(least, y), Infinity);
  const shift = ({ x, y }: Point) => ({ x: at.x + x - left, y: at.y + y - top });
  return { steps: spots.map(shift), notes: notes.map((note) => shift(note.at)) };
}

function readSteps(values: readonly unknown[], place: string, leftOut: string[], depth: number): Step[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    const where = `${place}[${index}]`;
    const { id, kind } = isObject(value) ? value : {};
    if (!isObject(value) || typeof id !== "string" || !isStepId(id) || seen.has(id) || typeof kind !== "string" || !KINDS.has(kind)) {
      leftOut.push(where);
      return [];
    }
    seen.add(id);
    return [readStep(value, emptyStep(kind as Step["kind"], id), where, leftOut, depth)];
  });
}

function readStep(value: Record<string, unknown>, empty: Step, where: string, leftOut: string[], depth: number): Step {
  const fields: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    const field = name === "graph" ? readGraph(given, `${where}.graph`, leftOut, depth) : given;
    if (Object.hasOwn(empty, name) && isLike(name as keyof Step, field, empty)) fields[name] = field;
    else leftOut.push(`${where}.${name}`);
  }
  return { ...empty, ...fields };
}

function readGraph(value: unknown, where: string, leftOut: string[], depth: number): Graph | null {
  if (!isObject(value) || !Array.isArray(value["nodes"])) return null;
  if (depth >= DEEPEST) {
    leftOut.push(where);
    return null;
  }
  const schemas = (given: unknown) => (isObject(given) && Object.values(given).every(isObject) ? (given as Graph["inputs"]) : {});
  const nodes = readSteps(value["nodes"], `${where}.nodes`, leftOut, depth + 1);
  return { inputs: schemas(value["inputs"]), state: schemas(value["state"]), nodes, output: value["output"] ?? null };
}

const TEXTS: ReadonlySet<keyof Step> = new Set(["agent", "prompt", "workflow", "when"] as const);
const NUMBERS: ReadonlySet<keyof Step> = new Set(["max_turns", "workflow_version", "timeout_s"] as const);

/** Whether a value has the shape its field needs. */
function isLike(name: keyof Step, value: unknown, empty: Step): boolean {
  const usual = empty[name];
  if (name === "call") return value === null || (isObject(value) && typeof value["capability"] === "string" && isObject(value["params"]));
  if (name === "tools") return value === null || isTexts(value);
  if (name === "question") return value === null || (isObject(value) && typeof value["message"] === "string" && isTexts(value["options"]));
  if (TEXTS.has(name)) return value === null || typeof value === "string";
  if (NUMBERS.has(name)) return value === null || typeof value === "number";
  if (Array.isArray(usual)) return isTexts(value);
  return usual === null ? value === null || isObject(value) : typeof value === typeof usual && isObject(value) === isObject(usual);
}

function readNote(value: unknown, where: string, leftOut: string[]): Note[] {
  if (isObject(value) && typeof value["id"] === "string" && typeof value["text"] === "string" && isPoint(value["at"])) {
    const { id, text, at, width, height } = value;
    const color = NOTE_COLORS.find((each) => each === value["color"]) ?? "amber";
    const length = (given: unknown, usual: number) => (typeof given === "number" && given > 0 && given <= 10_000 ? given : usual);
    return [{ id: String(id), text: String(text).slice(0, 4_000), at: at as Point, width: length(width, 240), height: length(height, 160), color }];
  }
  leftOut.push(where);
  return [];
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function isPoint(value: unknown): value is Point {
  return isObject(value) && Number.isFinite(value["x"]) && Number.isFinite(value["y"]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
