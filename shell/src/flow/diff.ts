/** What differs between two drafts, step by step. Pure; `adopt.ts` takes parts of it over. */

import type { Graph, Step } from "@/api";
import { DETAILS, type Details, type Draft, EMPTY_CANVAS, isSame, type Note, placeOf } from "./model";

export { editsOf } from "./exact";

/** What became of a step or a note. */
export type ItemChange = "added" | "gone" | "changed" | "same";

/** A step and one that waits for it, by their places. */
export interface Edge {
  readonly from: string;
  readonly to: string;
}

export interface Comparison {
  /** What became of each step of either draft, by its place. That a step waits for others is told by the edges. */
  readonly steps: ReadonlyMap<string, ItemChange>;
  /** The fields that changed in steps that both have. */
  readonly fields: ReadonlyMap<string, readonly (keyof Step)[]>;
  /** Steps that are gone under their id and there under another one, such as `search` → `find`. */
  readonly renamed: ReadonlyMap<string, string>;
  readonly edges: { readonly added: readonly Edge[]; readonly gone: readonly Edge[] };
  readonly details: readonly (keyof Details)[];
  /** The names of inputs and of shared keys that differ. */
  readonly inputs: readonly string[];
  readonly state: readonly string[];
  readonly isOutputChanged: boolean;
  readonly notes: ReadonlyMap<string, ItemChange>;
  readonly pins: readonly string[];
  /** The nodes of both drafts that stand elsewhere. */
  readonly moved: readonly string[];
  /** Whether steps or notes that both have stand in another order. */
  readonly isReordered: boolean;
}

/** What differs between two drafts. */
export function compare(before: Draft, after: Draft): Comparison {
  const found = { steps: new Map<string, ItemChange>(), fields: new Map<string, (keyof Step)[]>(), added: [] as Edge[], gone: [] as Edge[] };
  compareGraphs(before.graph, after.graph, null, found);
  const [was, is] = [before.canvas ?? EMPTY_CANVAS, after.canvas ?? EMPTY_CANVAS];
  return {
    steps: found.steps,
    fields: found.fields,
    renamed: renamesOf(before.graph, after.graph),
    edges: { added: found.added, gone: found.gone },
    details: DETAILS.filter((name) => !isSame(before[name], after[name])),
    inputs: changedKeys(before.graph.inputs, after.graph.inputs),
    state: changedKeys(before.graph.state, after.graph.state),
    isOutputChanged: !isSame(before.graph.output, after.graph.output),
    notes: changesOf(was.notes, is.notes, isSame),
    pins: changedKeys(was.pins, is.pins),
    moved: changedKeys(was.positions, is.positions),
    isReordered: isReordered(before.graph.nodes, after.graph.nodes) || isReordered<Note>(was.notes, is.notes),
  };
}

/** Whether nothing differs, or nothing but how it is drawn. */
export function isEqual(comparison: Comparison, { isDrawingIgnored = false } = {}): boolean {
  const { steps, edges, details, inputs, state, isOutputChanged, notes, pins, moved } = comparison;
  const isAlike = (changes: ReadonlyMap<string, ItemChange>) => [...changes.values()].every((change) => change === "same");
  const runsAlike = isAlike(steps) && [edges.added, edges.gone, details, inputs, state].every(({ length }) => length === 0) && !isOutputChanged;
  if (isDrawingIgnored || !runsAlike) return runsAlike;
  return isAlike(notes) && pins.length === 0 && moved.length === 0 && !comparison.isReordered;
}

/** What tells one step from another, beside its id and what it waits for. */
const TELLING = ["title", "description", "prompt", "call", "question", "graph", "workflow", "when"] as const;

/** Steps that are gone and came back under another id: of the same kind, and alike in what tells them most. */
export function renamesOf(before: Graph, after: Graph): Map<string, string> {
  const [old, now] = [new Set(before.nodes.map(({ id }) => id)), new Set(after.nodes.map(({ id }) => id))];
  const added = after.nodes.filter(({ id }) => !old.has(id));
  const gone = added.length === 0 ? [] : before.nodes.filter(({ id }) => !now.has(id));
  const pairs = gone.flatMap((was) => added.map((is) => ({ from: was.id, to: is.id, likeness: likeness(was, is) })));
  const renames = new Map<string, string>();
  const taken = new Set<string>();
  for (const { from, to } of pairs.filter((pair) => pair.likeness > 0).sort((a, b) => b.likeness - a.likeness)) {
    if (renames.has(from) || taken.has(to)) continue;
    renames.set(from, to);
    taken.add(to);
  }
  return renames;
}

/** How many telling fields two steps share; none when they are of different kinds. */
function likeness(one: Step, other: Step): number {
  return one.kind === other.kind ? told(one).filter((name) => isAlike(name, one, other)).length : 0;
}

/** Whether a step of the same id is another one: of another kind, or alike in nothing where there was much to tell. */
export function isReplaced(before: Step, after: Step): boolean {
  return before.kind !== after.kind || (told(before).length > 1 && likeness(before, after) === 0);
}

type Telling = (typeof TELLING)[number];

function told(step: Step): Telling[] {
  return TELLING.filter((name) => step[name] !== null && step[name] !== "");
}

function isAlike(name: Telling, one: Step, other: Step): boolean {
  return name === "call" ? one.call?.capability === other.call?.capability : isSame(one[name], other[name]);
}

interface Found {
  readonly steps: Map<string, ItemChange>;
  readonly fields: Map<string, (keyof Step)[]>;
  readonly added: Edge[];
  readonly gone: Edge[];
}

function compareGraphs(before: Graph, after: Graph, inside: string | null, found: Found): void {
  const was = new Map(before.nodes.map((step) => [step.id, step]));
  const is = new Map(after.nodes.map((step) => [step.id, step]));
  for (const id of new Set([...was.keys(), ...is.keys()])) {
    const [old, step] = [was.get(id), is.get(id)];
    const place = placeOf(inside, id);
    const fields = old === undefined || step === undefined ? [] : changedFields(old, step);
    found.steps.set(place, old === undefined ? "added" : step === undefined ? "gone" : fields.length > 0 ? "changed" : "same");
    if (fields.length > 0) found.fields.set(place, fields);
    const [left, right] = [new Set(old?.dependencies), new Set(step?.dependencies)];
    for (const from of right) if (!left.has(from)) found.added.push({ from: placeOf(inside, from), to: place });
    for (const from of left) if (!right.has(from)) found.gone.push({ from: placeOf(inside, from), to: place });
    compareGraphs(old?.graph ?? EMPTY_GRAPH, step?.graph ?? EMPTY_GRAPH, place, found);
  }
}

const EMPTY_GRAPH: Graph = { inputs: {}, state: {}, nodes: [], output: null };

/** The fields of a step that differ; what it waits for only where it waits for the same in another order. */
function changedFields(before: Step, after: Step): (keyof Step)[] {
  if (before === after) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof Step)[];
  return names.filter((name) => {
    if (isSame(before[name], after[name])) return false;
    return name !== "dependencies" || isSame([...before.dependencies].sort(), [...after.dependencies].sort());
  });
}

/** The keys whose values differ, or that only one of both has. */
export function changedKeys(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.filter((key) => Object.hasOwn(before, key) !== Object.hasOwn(after, key) || !isSame(before[key], after[key]));
}

function changesOf<T extends { readonly id: string }>(before: readonly T[], after: readonly T[], isAlike: (one: T, other: T) => boolean): Map<string, ItemChange> {
  const was = new Map(before.map((item) => [item.id, item]));
  const is = new Map(after.map((item) => [item.id, item]));
  return new Map(
    [...new Set([...was.keys(), ...is.keys()])].map((id) => {
      const [old, item] = [was.get(id), is.get(id)];
      if (old === undefined || item === undefined) return [id, old === undefined ? "added" : "gone"];
      return [id, isAlike(old, item) ? "same" : "changed"];
    }),
  );
}

/** Whether what both lists have stands in another order. */
export function isReordered<T extends { readonly id: string }>(before: readonly T[], after: readonly T[]): boolean {
  const is = new Set(after.map(({ id }) => id));
  const was = new Set(before.map(({ id }) => id));
  const left = before.flatMap(({ id }) => (is.has(id) ? [id] : []));
  const right = after.flatMap(({ id }) => (was.has(id) ? [id] : []));
  return left.some((id, index) => id !== right[index]);
}
