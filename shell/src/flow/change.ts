/** The edits there are, and what each does to a draft. Pure; `edits.ts` adds how to take them back. */

import type { Graph, Step } from "@/api";
import { renameUses } from "./bindings";
import {
  type Canvas,
  type Details,
  type Draft,
  EMPTY_CANVAS,
  graphOf,
  isStepId,
  type Note,
  placeOf,
  type Point,
  splitPlace,
  stepOf,
  tidyCanvas,
  withGraph,
} from "./model";
import { canConnect, type ConnectCode } from "./ports";

/** The place of the step whose graph is meant; left out, the graph of the whole. */
interface Inside {
  readonly inside?: string | null;
}

/** Fields of a step other than its id, which only `renameStep` changes. */
export type StepFields = Partial<Omit<Step, "id">>;

/**
 * One change of a draft. Steps are named by their place: their id, or `outer/inner` in a graph inside.
 * `removeStep` lets what waited for the step wait for what the step waited for.
 */
export type Edit =
  | ({ readonly type: "addStep"; readonly step: Step; readonly at?: Point; readonly index?: number } & Inside)
  | { readonly type: "removeStep"; readonly id: string }
  | { readonly type: "changeStep"; readonly id: string; readonly fields: StepFields }
  | { readonly type: "renameStep"; readonly id: string; readonly to: string }
  | { readonly type: "connect"; readonly from: string; readonly to: string; readonly index?: number }
  | { readonly type: "disconnect"; readonly from: string; readonly to: string }
  | ({ readonly type: "orderSteps"; readonly ids: readonly string[] } & Inside)
  | ({ readonly type: "setInputs"; readonly inputs: Graph["inputs"] } & Inside)
  | ({ readonly type: "setState"; readonly state: Graph["state"] } & Inside)
  | ({ readonly type: "setOutput"; readonly output: unknown } & Inside)
  | ({ readonly type: "setGraph"; readonly graph: Graph } & Inside)
  | { readonly type: "setDetails"; readonly fields: Partial<Details> }
  /** Where nodes stand; `null` forgets where one stood. */
  | { readonly type: "move"; readonly positions: Readonly<Record<string, Point | null>> }
  | { readonly type: "setNote"; readonly note: Note; readonly index?: number }
  | { readonly type: "removeNote"; readonly id: string }
  | { readonly type: "orderNotes"; readonly ids: readonly string[] }
  | { readonly type: "pin"; readonly id: string; readonly value: unknown }
  | { readonly type: "unpin"; readonly id: string };

/** Why an edit cannot be done. */
export type RefusalCode = ConnectCode | "taken" | "bad_id";

/** What an edit makes of a draft, or why it cannot be done. */
export type Outcome = Draft | RefusalCode;

/** Do one edit. What it does not touch is shared with the draft it came from. */
export function perform(draft: Draft, edit: Edit): Outcome {
  switch (edit.type) {
    case "addStep":
      return addStep(draft, edit);
    case "removeStep":
      return removeStep(draft, edit.id);
    case "changeStep":
      return changeStep(draft, edit.id, (step) => ({ ...step, ...edit.fields, id: step.id }));
    case "renameStep":
      return renameStep(draft, edit.id, edit.to);
    case "connect":
      return connect(draft, edit.from, edit.to, edit.index);
    case "disconnect":
      return disconnect(draft, edit.from, edit.to);
    case "orderSteps":
    case "setInputs":
    case "setState":
    case "setOutput":
    case "setGraph":
      return changeGraph(draft, edit);
    case "setDetails":
      return { ...draft, ...edit.fields };
    default:
      return withCanvas(draft, (canvas) => changeCanvas(canvas, edit));
  }
}

function addStep(draft: Draft, { step, at, index, inside = null }: Extract<Edit, { type: "addStep" }>): Outcome {
  const graph = graphOf(draft, inside);
  if (graph === null) return "unknown";
  if (!isStepId(step.id)) return "bad_id";
  if (graph.nodes.some(({ id }) => id === step.id)) return "taken";
  const added = withGraph(draft, inside, (each) => ({ ...each, nodes: each.nodes.toSpliced(index ?? each.nodes.length, 0, step) }));
  return at === undefined ? added : withCanvas(added, (canvas) => moveTo(canvas, { [placeOf(inside, step.id)]: at }));
}

function removeStep(draft: Draft, place: string): Outcome {
  const gone = stepOf(draft, place);
  if (gone === null) return "unknown";
  const without = withGraph(draft, splitPlace(place).inside, (graph) => ({
    ...graph,
    nodes: graph.nodes.flatMap((step) => (step.id === gone.id ? [] : [joinPast(step, gone)])),
  }));
  return withCanvas(without, (canvas) => ({
    ...canvas,
    positions: renameKeys(canvas.positions, place, null),
    pins: renameKeys(canvas.pins, place, null),
  }));
}

/** Let a step wait for what a removed one waited for. */
function joinPast(step: Step, gone: Step): Step {
  if (!step.dependencies.includes(gone.id)) return step;
  const joined = step.dependencies.flatMap((id) => (id === gone.id ? gone.dependencies.filter((each) => each !== step.id) : [id]));
  return { ...step, dependencies: [...new Set(joined)].filter((id) => id !== gone.id) };
}

function changeStep(draft: Draft, place: string, change: (step: Step) => Step): Outcome {
  if (stepOf(draft, place) === null) return "unknown";
  const { inside, id } = splitPlace(place);
  return withGraph(draft, inside, (graph) => ({
    ...graph,
    nodes: graph.nodes.map((step) => (step.id === id ? change(step) : step)),
  }));
}

function renameStep(draft: Draft, place: string, to: string): Outcome {
  const { inside, id } = splitPlace(place);
  if (stepOf(draft, place) === null) return "unknown";
  if (to === id) return draft;
  // The engine cannot look at names with two underscores in front, so what looked at the step would be lost.
  if (!isStepId(to) || to.startsWith("__")) return "bad_id";
  if (stepOf(draft, placeOf(inside, to)) !== null) return "taken";
  const renamed = withGraph(draft, inside, (graph) => {
    const rewritten = renameUses(graph, { root: "steps", from: id, to });
    return { ...rewritten, nodes: rewritten.nodes.map((step) => renameDependencies(step, id, to)) };
  });
  const key = placeOf(inside, to);
  return withCanvas(renamed, (canvas) => ({
    ...canvas,
    positions: renameKeys(canvas.positions, place, key),
    pins: renameKeys(canvas.pins, place, key),
  }));
}

function renameDependencies(step: Step, from: string, to: string): Step {
  const dependencies = step.dependencies.includes(from) ? step.dependencies.map((id) => (id === from ? to : id)) : step.dependencies;
  return step.id === from ? { ...step, id: to, dependencies } : dependencies === step.dependencies ? step : { ...step, dependencies };
}

function connect(draft: Draft, from: string, to: string, index?: number): Outcome {
  const problem = canConnect(draft, from, to);
  if (problem !== null) return problem.code;
  const { id } = splitPlace(from);
  return changeStep(draft, to, (step) => ({
    ...step,
    dependencies: step.dependencies.toSpliced(index ?? step.dependencies.length, 0, id),
  }));
}

function disconnect(draft: Draft, from: string, to: string): Outcome {
  const { id } = splitPlace(from);
  if (!stepOf(draft, to)?.dependencies.includes(id)) return "unknown";
  return changeStep(draft, to, (step) => ({ ...step, dependencies: step.dependencies.filter((each) => each !== id) }));
}

type GraphEdit = Extract<Edit, { type: "orderSteps" | "setInputs" | "setState" | "setOutput" | "setGraph" }>;

function changeGraph(draft: Draft, edit: GraphEdit): Outcome {
  const inside = edit.inside ?? null;
  if (graphOf(draft, inside) === null) return "unknown";
  return withGraph(draft, inside, (graph) => {
    switch (edit.type) {
      case "orderSteps":
        return { ...graph, nodes: inOrder(graph.nodes, edit.ids) };
      case "setInputs":
        return { ...graph, inputs: edit.inputs };
      case "setState":
        return { ...graph, state: edit.state };
      case "setOutput":
        return { ...graph, output: edit.output };
      case "setGraph":
        return edit.graph;
    }
  });
}

/** Those that are named in the order of their names, and all others where they stood. */
function inOrder<T extends { readonly id: string }>(items: readonly T[], ids: readonly string[]): T[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const named = new Set(ids.filter((id) => byId.has(id)));
  const sequence = [...named].values();
  return items.map((item) => (named.has(item.id) ? (byId.get(sequence.next().value ?? item.id) ?? item) : item));
}

type CanvasEdit = Extract<Edit, { type: "move" | "setNote" | "removeNote" | "orderNotes" | "pin" | "unpin" }>;

function changeCanvas(canvas: Canvas, edit: CanvasEdit): Canvas {
  switch (edit.type) {
    case "move":
      return moveTo(canvas, edit.positions);
    case "setNote":
      return { ...canvas, notes: putNote(canvas.notes, edit.note, edit.index) };
    case "removeNote":
      return { ...canvas, notes: canvas.notes.filter(({ id }) => id !== edit.id) };
    case "orderNotes":
      return { ...canvas, notes: inOrder(canvas.notes, edit.ids) };
    case "pin":
      return { ...canvas, pins: { ...canvas.pins, [edit.id]: edit.value } };
    case "unpin":
      return { ...canvas, pins: without(canvas.pins, edit.id) };
  }
}

function putNote(notes: readonly Note[], note: Note, index = notes.length): Note[] {
  const known = notes.some(({ id }) => id === note.id);
  return known ? notes.map((each) => (each.id === note.id ? note : each)) : notes.toSpliced(index, 0, note);
}

function moveTo(canvas: Canvas, moved: Readonly<Record<string, Point | null>>): Canvas {
  const all = { ...canvas.positions, ...moved };
  const positions = Object.fromEntries(Object.entries(all).flatMap(([key, at]) => (at === null ? [] : [[key, at] as const])));
  return { ...canvas, positions };
}

function without<T>(values: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(values).filter(([each]) => each !== key));
}

/** What is kept for a place and for the places inside it, kept for another one or, without one, for none. */
function renameKeys<T>(values: Readonly<Record<string, T>>, place: string, to: string | null): Readonly<Record<string, T>> {
  const isMeant = (key: string) => key === place || key.startsWith(`${place}/`);
  if (!Object.keys(values).some(isMeant)) return values;
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      isMeant(key) ? (to === null ? [] : [[to + key.slice(place.length), value] as const]) : [[key, value] as const],
    ),
  );
}

function withCanvas(draft: Draft, change: (canvas: Canvas) => Canvas): Draft {
  const canvas = tidyCanvas(change(draft.canvas ?? EMPTY_CANVAS));
  return { ...draft, canvas };
}
