/** Taking a proposal over in parts, so that what comes of it is a sound graph whatever is chosen. Pure. */

import type { Graph, Step } from "@/api";
import { namesOf, stepsUsedBy, usesIn } from "./bindings";
import { compare, type Comparison, type Edge, renamesOf } from "./diff";
import { type Canvas, DETAILS, type Draft, EMPTY_CANVAS, tidyCanvas } from "./model";
import { findCircle } from "./layers";

export type PartType = "added" | "gone" | "changed" | "edge" | "lost_edge" | "detail" | "input" | "state" | "output" | "note" | "pin" | "arrangement";

/** One thing of a proposal that can be taken over by itself. */
export interface Part {
  readonly id: string;
  readonly type: PartType;
  /** The step, field, input, shared key, note or pin that it is about. */
  readonly name: string;
  readonly edge?: Edge;
}

/** The parts a proposal consists of. Graphs inside steps go with their step, edges of new and of removed steps too. */
export function parts(comparison: Comparison): Part[] {
  const { steps, edges, details, inputs, state, notes, pins, moved } = comparison;
  const isOuter = (place: string) => !place.includes("/");
  const found: Part[] = [];
  const add = (type: PartType, name: string, edge?: Edge) => found.push({ id: partId(type, name), type, name, ...(edge && { edge }) });
  for (const [place, change] of steps) if (change !== "same" && isOuter(place)) add(change, place);
  for (const edge of edges.added) if (isOuter(edge.to) && steps.get(edge.to) !== "added") add("edge", edgeName(edge), edge);
  for (const edge of edges.gone) if (isOuter(edge.to) && isLostEdge(comparison, edge)) add("lost_edge", edgeName(edge), edge);
  for (const name of details) add("detail", name);
  for (const name of inputs) add("input", name);
  for (const name of state) add("state", name);
  if (comparison.isOutputChanged) add("output", "output");
  for (const [id, change] of notes) if (change !== "same") add("note", id);
  const comesOrGoes = (place: string) => ["added", "gone"].includes(steps.get(place.split("/")[0] ?? "") ?? "");
  for (const place of pins) if (!comesOrGoes(place)) add("pin", place);
  if (comparison.isReordered || moved.some((place) => !comesOrGoes(place))) add("arrangement", "arrangement");
  return found;
}

/** The part of a comparison that a step on the canvas, or an edge, stands for. */
export function partId(type: PartType, name: string): string {
  return `${type}:${name}`;
}

export function edgeName({ from, to }: Edge): string {
  return `${from}>${to}`;
}

function isLostEdge({ steps }: Comparison, { from, to }: Edge): boolean {
  return steps.get(to) !== "gone" && steps.get(from) !== "gone";
}

/** The chosen parts and those they cannot do without. */
export function closure(before: Draft, after: Draft, chosen: Iterable<string>): Set<string> {
  const all = new Map(parts(compare(before, after)).map((part) => [part.id, part]));
  const needs = needsOf(before, after, [...all.values()]);
  const taken = new Set<string>();
  const queue = [...chosen].filter((id) => all.has(id));
  for (;;) {
    for (const id of queue) {
      if (taken.has(id)) continue;
      taken.add(id);
      queue.push(...(needs.get(id) ?? []).filter((each) => all.has(each)));
    }
    // An edge that turns round needs the old direction to go.
    const freed = lostOnCircle(build(before, after, taken).graph, all, taken);
    if (freed.length === 0) return taken;
    queue.push(...freed);
  }
}

/** The draft with the chosen parts of a proposal and what they cannot do without. */
export function adopt(before: Draft, after: Draft, chosen: Iterable<string>): Draft {
  const taken = closure(before, after, chosen);
  if (taken.size === 0) return before;
  return parts(compare(before, after)).every(({ id }) => taken.has(id)) ? after : build(before, after, taken);
}

function needsOf(before: Draft, after: Draft, all: readonly Part[]): Map<string, string[]> {
  const old = byId(before.graph);
  const steps = byId(after.graph);
  const isAdded = (id: string) => steps.has(id) && !old.has(id);
  const bring = (names: Iterable<string>) => [...names].filter(isAdded).map((id) => partId("added", id));
  const needs = new Map<string, string[]>();
  for (const { id, type, name, edge } of all) {
    const step = steps.get(name);
    if (edge !== undefined) needs.set(id, bring([edge.from]));
    else if ((type === "added" || type === "changed") && step !== undefined) needs.set(id, [...bring(stepsUsedBy(step)), ...declared(step)]);
    else if (type === "gone") needs.set(id, needsOfRemoval(name, before, after));
    else if (type === "output") needs.set(id, bring(namesOf(usesIn(after.graph.output, "output"), "steps")));
  }
  for (const [from, to] of renamesOf(before.graph, after.graph)) {
    // A step that only has another name goes and comes at once, and is waited for as before.
    const edges = before.graph.nodes.flatMap((step) => (step.dependencies.includes(from) ? [partId("edge", edgeName({ from: to, to: step.id }))] : []));
    needs.set(partId("gone", from), [...(needs.get(partId("gone", from)) ?? []), partId("added", to)]);
    needs.set(partId("added", to), [...(needs.get(partId("added", to)) ?? []), partId("gone", from), ...edges]);
  }
  return needs;
}

/** The shared keys a step fills have to be declared. */
function declared(step: Step): string[] {
  return step.writes.map((key) => partId("state", key));
}

/** What looked at a removed step has to change too, and what waited for it waits for what came before. */
function needsOfRemoval(id: string, before: Draft, after: Draft): string[] {
  const old = byId(before.graph);
  const steps = byId(after.graph);
  const gone = old.get(id);
  const changed = [...old.values()].flatMap((step) => (stepsUsedBy(step).has(id) ? [partId("changed", step.id), partId("gone", step.id)] : []));
  const edges = [...old.values()].flatMap((step) => {
    if (!step.dependencies.includes(id)) return [];
    const joined = (steps.get(step.id)?.dependencies ?? []).filter((from) => gone?.dependencies.includes(from));
    return joined.map((from) => partId("edge", edgeName({ from, to: step.id })));
  });
  const isShown = namesOf(usesIn(before.graph.output, "output"), "steps").has(id);
  return [...changed, ...edges, ...(isShown ? [partId("output", "output")] : [])];
}

function lostOnCircle(graph: Graph, all: ReadonlyMap<string, Part>, taken: ReadonlySet<string>): string[] {
  const circle = findCircle(graph) ?? [];
  const edges = circle.map((from, index) => ({ from, to: circle[(index + 1) % circle.length] ?? from }));
  const wanted = edges.flatMap((edge) => [partId("lost_edge", edgeName(edge)), partId("gone", edge.from), partId("gone", edge.to)]);
  return wanted.filter((id) => all.has(id) && !taken.has(id));
}

function build(before: Draft, after: Draft, taken: ReadonlySet<string>): Draft {
  const isTaken = (type: PartType, name: string) => taken.has(partId(type, name));
  const details = Object.fromEntries(DETAILS.map((name) => [name, (isTaken("detail", name) ? after : before)[name]]));
  const pick = <T>(type: PartType, was: Readonly<Record<string, T>>, is: Readonly<Record<string, T>>) => pickKeys(was, is, (key) => isTaken(type, key));
  const graph: Graph = {
    inputs: pick("input", before.graph.inputs, after.graph.inputs),
    state: pick("state", before.graph.state, after.graph.state),
    nodes: buildSteps(before.graph, after.graph, taken),
    output: isTaken("output", "output") ? after.graph.output : before.graph.output,
  };
  return { ...before, ...details, graph, canvas: buildCanvas(before, after, taken) };
}

function buildSteps(before: Graph, after: Graph, taken: ReadonlySet<string>): Step[] {
  const old = byId(before);
  const steps = byId(after);
  const isIn = (id: string) => (old.has(id) ? steps.has(id) || !taken.has(partId("gone", id)) : taken.has(partId("added", id)));
  const [first, second] = taken.has(partId("arrangement", "arrangement")) ? [after.nodes, before.nodes] : [before.nodes, after.nodes];
  return interleave(first.map(({ id }) => id), second.map(({ id }) => id), isIn).flatMap((id) => {
    const [was, is] = [old.get(id), steps.get(id)];
    if (was === undefined) return is === undefined ? [] : [{ ...is, dependencies: joinPast(is, steps, isIn) }];
    const step = is !== undefined && taken.has(partId("changed", id)) ? is : was;
    return [{ ...step, dependencies: is === undefined ? was.dependencies.filter(isIn) : buildEdges(was, is, taken, isIn) }];
  });
}

/** The first list with what only the second one has set behind what precedes it there. */
export function interleave(first: readonly string[], second: readonly string[], isIn: (id: string) => boolean): string[] {
  const known = new Set(first);
  const behind = new Map<string | null, string[]>();
  let last: string | null = null;
  for (const id of second) {
    if (known.has(id)) last = id;
    else behind.set(last, [...(behind.get(last) ?? []), id]);
  }
  return [...(behind.get(null) ?? []), ...first.flatMap((id) => [id, ...(behind.get(id) ?? [])])].filter(isIn);
}

/** What a new step waits for; for a new step that was not taken, what that one waits for. */
function joinPast(step: Step, steps: ReadonlyMap<string, Step>, isIn: (id: string) => boolean): string[] {
  const found = new Set<string>();
  const seen = new Set<string>([step.id]);
  const visit = (ids: readonly string[]) => {
    for (const id of ids) {
      if (seen.has(id)) continue;
      seen.add(id);
      if (isIn(id)) found.add(id);
      else visit(steps.get(id)?.dependencies ?? []);
    }
  };
  visit(step.dependencies);
  return [...found];
}

function buildEdges(was: Step, is: Step, taken: ReadonlySet<string>, isIn: (id: string) => boolean): string[] {
  const [left, right] = [new Set(was.dependencies), new Set(is.dependencies)];
  const name = (from: string) => edgeName({ from, to: was.id });
  const kept = was.dependencies.filter((from) => isIn(from) && (right.has(from) || !taken.has(partId("lost_edge", name(from)))));
  const added = is.dependencies.filter((from) => !left.has(from) && isIn(from) && taken.has(partId("edge", name(from))));
  const all = new Set([...kept, ...added]);
  return all.size === right.size && [...right].every((from) => all.has(from)) ? is.dependencies : [...all];
}

function buildCanvas(before: Draft, after: Draft, taken: ReadonlySet<string>): Canvas | null {
  const [was, is] = [before.canvas ?? EMPTY_CANVAS, after.canvas ?? EMPTY_CANVAS];
  const [old, steps] = [byId(before.graph), byId(after.graph)];
  const isArranged = taken.has(partId("arrangement", "arrangement"));
  const follows = (place: string, otherwise: boolean) => {
    const outer = place.split("/")[0] ?? "";
    if (old.has(outer) === steps.has(outer)) return otherwise;
    return taken.has(partId(steps.has(outer) ? "added" : "gone", outer));
  };
  const isIn = (id: string) => {
    const notes = taken.has(partId("note", id)) ? is.notes : was.notes;
    return notes.some((note) => note.id === id);
  };
  const [first, second] = isArranged ? [is.notes, was.notes] : [was.notes, is.notes];
  const notes = interleave(first.map(({ id }) => id), second.map(({ id }) => id), isIn).flatMap(
    (id) => (taken.has(partId("note", id)) ? is : was).notes.find((note) => note.id === id) ?? [],
  );
  return tidyCanvas({
    positions: pickKeys(was.positions, is.positions, (place) => follows(place, isArranged)),
    notes,
    pins: pickKeys(was.pins, is.pins, (place) => follows(place, taken.has(partId("pin", place)))),
  });
}

/** For each key the value of one or the other, or none where that one has none. */
function pickKeys<T>(was: Readonly<Record<string, T>>, is: Readonly<Record<string, T>>, isTaken: (key: string) => boolean): Record<string, T> {
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return Object.fromEntries(
    keys.flatMap((key) => {
      const source = isTaken(key) ? is : was;
      return Object.hasOwn(source, key) ? [[key, source[key] as T] as const] : [];
    }),
  );
}

function byId(graph: Graph): Map<string, Step> {
  return new Map(graph.nodes.map((step) => [step.id, step]));
}
