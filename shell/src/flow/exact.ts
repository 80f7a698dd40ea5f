/** The edits that lead from one draft exactly to another. Pure. */

import type { Graph, Step } from "@/api";
import { type Edit, perform, type StepFields } from "./change";
import { DETAILS, type Details, type Draft, EMPTY_CANVAS, isSame, isStepId, placeOf, type Point } from "./model";
import { findCircle } from "./layers";

/** Edits after which `before` is `after`, but for the order of keys in objects. */
export function editsOf(before: Draft, after: Draft): Edit[] {
  const edits: Edit[] = [];
  const fields = changedFields<Details>(before, after, DETAILS);
  if (fields !== null) edits.push({ type: "setDetails", fields });
  edits.push(...graphEdits(before.graph, after.graph, null));
  // What is done to steps also moves what the canvas keeps of them, so the rest is compared after that.
  const halfway = edits.reduce<Draft>((draft, edit) => {
    const outcome = perform(draft, edit);
    return typeof outcome === "string" ? draft : outcome;
  }, before);
  return [...edits, ...canvasEdits(halfway, after)];
}

/** The fields that differ, as they are afterwards; nothing when none does. */
function changedFields<T extends object>(before: T, after: T, names: readonly (keyof T)[]): Partial<T> | null {
  const changed = names.filter((name) => !isSame(before[name], after[name]));
  return changed.length === 0 ? null : (Object.fromEntries(changed.map((name) => [name, after[name]])) as Partial<T>);
}

function graphEdits(before: Graph, after: Graph, inside: string | null): Edit[] {
  if (before === after) return [];
  // Names that stand for two steps, or circles, cannot be told apart step by step.
  if (!isPlain(before) || !isPlain(after)) return isSame(before, after) ? [] : [{ type: "setGraph", graph: after, inside }];
  const edits: Edit[] = [];
  const place = (id: string) => placeOf(inside, id);
  const known = new Map(before.nodes.map((step) => [step.id, step]));
  const wanted = new Map(after.nodes.map((step) => [step.id, step]));
  for (const { id } of before.nodes) if (!wanted.has(id)) edits.push({ type: "removeStep", id: place(id) });
  const joined = afterRemovals(before, edits, inside);
  after.nodes.forEach((step, index) => {
    if (!known.has(step.id)) edits.push({ type: "addStep", step, index, inside });
  });
  const ids = after.nodes.map(({ id }) => id);
  const isInOrder = isSame(before.nodes.flatMap(({ id }) => (wanted.has(id) ? [id] : [])), ids.filter((id) => known.has(id)));
  if (!isInOrder) edits.push({ type: "orderSteps", ids, inside });
  const common = after.nodes.flatMap((step) => {
    const was = joined.get(step.id);
    return was === undefined || was === step ? [] : [[was, step] as const];
  });
  for (const [was, step] of common) edits.push(...stepEdits(was, step, place(step.id)));
  for (const [was, step] of common) edits.push(...lostEdges(was, step, place));
  for (const [was, step] of common) edits.push(...newEdges(was, step, place));
  if (!isSame(before.inputs, after.inputs)) edits.push({ type: "setInputs", inputs: after.inputs, inside });
  if (!isSame(before.state, after.state)) edits.push({ type: "setState", state: after.state, inside });
  if (!isSame(before.output, after.output)) edits.push({ type: "setOutput", output: after.output, inside });
  return edits;
}

/** Whether every step has a name of its own, waits for steps there are, for each once, and none for each other. */
function isPlain(graph: Graph): boolean {
  const ids = new Set(graph.nodes.map(({ id }) => id));
  if (ids.size !== graph.nodes.length || !graph.nodes.every(({ id }) => isStepId(id))) return false;
  const isSound = ({ id, dependencies }: Step) =>
    new Set(dependencies).size === dependencies.length && dependencies.every((each) => each !== id && ids.has(each));
  return graph.nodes.every(isSound) && findCircle(graph) === null;
}

/** The steps as they are once those that are gone have been removed. */
function afterRemovals(graph: Graph, removals: readonly Edit[], inside: string | null): Map<string, Step> {
  const start: Draft = { id: "", title: "", description: "", project: null, budget: null, at_once: 1, graph, canvas: null };
  const inner = removals.map((edit): Edit => (edit.type === "removeStep" ? { ...edit, id: edit.id.slice(inside === null ? 0 : inside.length + 1) } : edit));
  const left = inner.reduce<Draft>((draft, edit) => {
    const outcome = perform(draft, edit);
    return typeof outcome === "string" ? draft : outcome;
  }, start);
  return new Map(left.graph.nodes.map((step) => [step.id, step]));
}

function stepEdits(was: Step, step: Step, place: string): Edit[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(step)])] as (keyof Step)[];
  const hasInner = was.graph !== null && step.graph !== null;
  const compared = names.filter((name) => name !== "id" && name !== "dependencies" && !(hasInner && name === "graph"));
  const fields = changedFields(was, step, compared) as StepFields | null;
  const edits: Edit[] = fields === null ? [] : [{ type: "changeStep", id: place, fields }];
  if (was.graph !== null && step.graph !== null) edits.push(...graphEdits(was.graph, step.graph, place));
  return edits;
}

/** What a step no longer waits for; all of it where the order of the rest changed. */
function lostEdges(was: Step, step: Step, place: (id: string) => string): Edit[] {
  const wanted = new Set(step.dependencies);
  const isKept = keepsOrder(was, step);
  return was.dependencies
    .filter((id) => !isKept || !wanted.has(id))
    .map((id) => ({ type: "disconnect", from: place(id), to: place(step.id) }));
}

function newEdges(was: Step, step: Step, place: (id: string) => string): Edit[] {
  const known = new Set(keepsOrder(was, step) ? was.dependencies : []);
  return step.dependencies.flatMap((id, index): Edit[] =>
    known.has(id) ? [] : [{ type: "connect", from: place(id), to: place(step.id), index }],
  );
}

function keepsOrder(was: Step, step: Step): boolean {
  const wanted = new Set(step.dependencies);
  const known = new Set(was.dependencies);
  return isSame(was.dependencies.filter((id) => wanted.has(id)), step.dependencies.filter((id) => known.has(id)));
}

function canvasEdits(before: Draft, after: Draft): Edit[] {
  const was = before.canvas ?? EMPTY_CANVAS;
  const canvas = after.canvas ?? EMPTY_CANVAS;
  if (was === canvas) return [];
  const edits: Edit[] = [];
  const positions: Record<string, Point | null> = {};
  for (const key of Object.keys(was.positions)) if (!Object.hasOwn(canvas.positions, key)) positions[key] = null;
  for (const [key, at] of Object.entries(canvas.positions)) if (!isSame(was.positions[key], at)) positions[key] = at;
  if (Object.keys(positions).length > 0) edits.push({ type: "move", positions });
  for (const id of Object.keys(was.pins)) if (!Object.hasOwn(canvas.pins, id)) edits.push({ type: "unpin", id });
  for (const [id, value] of Object.entries(canvas.pins)) {
    if (!Object.hasOwn(was.pins, id) || !isSame(was.pins[id], value)) edits.push({ type: "pin", id, value });
  }
  const known = new Map(was.notes.map((note) => [note.id, note]));
  const ids = canvas.notes.map(({ id }) => id);
  for (const id of known.keys()) if (!ids.includes(id)) edits.push({ type: "removeNote", id });
  canvas.notes.forEach((note, index) => {
    if (!isSame(known.get(note.id), note)) edits.push({ type: "setNote", note, index });
  });
  const isInOrder = isSame(was.notes.flatMap(({ id }) => (ids.includes(id) ? [id] : [])), ids.filter((id) => known.has(id)));
  if (!isInOrder) edits.push({ type: "orderNotes", ids });
  return edits;
}
