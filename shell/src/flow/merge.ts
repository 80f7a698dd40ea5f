/**
 * Bringing together what two people, or two tabs, made of the same draft. Pure.
 *
 * What only one side changed is taken; what both changed differently stays as in `mine`, and both values are told.
 * Whatever one side removed while the other side changed or began to use it stays.
 */

import type { Graph, Step } from "@/api";
import { interleave } from "./adopt";
import { namesOf, stepsUsedBy, usesIn } from "./bindings";
import { perform } from "./change";
import { isReordered, isReplaced, renamesOf } from "./diff";
import { emptyStep, freeId } from "./kinds";
import { type Canvas, DETAILS, type Draft, EMPTY_CANVAS, isSame, type Note, placeOf, placesOf, stepOf, tidyCanvas } from "./model";
import { findCircle } from "./layers";

/** Something both sides changed differently; what is `undefined` is not there on that side. */
export interface Conflict {
  /** The place of the step it is about; none for the workflow itself. */
  readonly step?: string;
  /**
   * A field such as `prompt`, `call.params.query`, `title`, `inputs.topic`; `step` when one side removed the step,
   * `id` when both renamed it, `twin` when both added a step of that name: then theirs is there under the name given.
   */
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Merged {
  readonly draft: Draft;
  readonly conflicts: Conflict[];
}

/** Bring two drafts together that were made from the same one. */
export function merge(base: Draft, mine: Draft, theirs: Draft): Merged {
  const conflicts: Conflict[] = [];
  const report: Report = (field, mine, theirs, step) => conflicts.push({ ...(step !== undefined && { step }), field, mine, theirs });
  if (isSame(mine, theirs) || isSame(base, theirs)) return { draft: mine, conflicts };
  if (isSame(base, mine)) return { draft: theirs, conflicts };
  const named = alignNames({ base, mine, theirs }, report);
  return mergeAligned(named.base, named.mine, partTwins(named.base, named.mine, named.theirs, report), conflicts, report);
}

function mergeAligned(base: Draft, mine: Draft, other: Draft, conflicts: Conflict[], report: Report): Merged {
  const details = Object.fromEntries(DETAILS.map((name) => [name, pick(base[name], mine[name], other[name], (a, b) => report(name, a, b))]));
  const graph = mergeGraphs(base.graph, mine.graph, other.graph, null, report);
  return { draft: { ...mine, ...details, graph, canvas: mergeCanvas(base, mine, other, graph, report) }, conflicts };
}

type Report = (field: string, mine: unknown, theirs: unknown, step?: string) => void;

/** The value that only one side changed, or that both changed alike; else mine, after both were told. */
function pick<T>(base: T, mine: T, theirs: T, report: (mine: T, theirs: T) => void): T {
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
  if (isSame(base, mine)) return theirs;
  report(mine, theirs);
  // What one side removed and the other one changed stays.
  return mine === undefined ? theirs : mine;
}

type Values = Readonly<Record<string, unknown>>;

/** Merge key by key. */
function pickKeys<T>(base: Readonly<Record<string, T>>, mine: Readonly<Record<string, T>>, theirs: Readonly<Record<string, T>>, report: (key: string, mine: unknown, theirs: unknown) => void): Record<string, T> {
  const keys = new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base)]);
  const entries = [...keys].flatMap((key) => {
    const of = (values: Values) => (Object.hasOwn(values, key) ? values[key] : undefined);
    const value = pick(of(base), of(mine), of(theirs), (a, b) => report(key, a, b));
    return value === undefined ? [] : [[key, value as T] as const];
  });
  return Object.fromEntries(entries);
}

interface Drafts {
  readonly base: Draft;
  readonly mine: Draft;
  readonly theirs: Draft;
}

/** The drafts after each step that one side renamed has its new name everywhere. */
function alignNames(drafts: Drafts, report: Report): Drafts {
  const [ours, others] = [renamesOf(drafts.base.graph, drafts.mine.graph), renamesOf(drafts.base.graph, drafts.theirs.graph)];
  let now = drafts;
  for (const from of new Set([...ours.keys(), ...others.keys()])) {
    const to = ours.get(from) ?? others.get(from) ?? from;
    const other = others.get(from) ?? from;
    const isThere = [ours.get(from) ?? from, other].map((id, side) => stepOf(side === 0 ? now.mine : now.theirs, id));
    if (isThere.includes(null)) {
      // What one side removed and the other one renamed stays under its new name.
      report("step", isThere[0] ?? undefined, isThere[1] ?? undefined, to);
      continue;
    }
    const [base, mine, theirs] = [renamed(now.base, from, to), renamed(now.mine, from, to), renamed(now.theirs, other, to)];
    if (base === null || mine === null || theirs === null) continue;
    now = { base, mine, theirs };
    if (other !== from && other !== to) report("id", to, other, to);
  }
  return now;
}

/** The draft in which a step, if it is there, has another name; nothing when that name is taken. */
function renamed(draft: Draft, from: string, to: string): Draft | null {
  if (from === to || !draft.graph.nodes.some(({ id }) => id === from)) return draft;
  const outcome = perform(draft, { type: "renameStep", id: from, to });
  return typeof outcome === "string" ? null : outcome;
}

/** Give a step of theirs another id where mine has a different step of that name. */
function partTwins(base: Draft, mine: Draft, theirs: Draft, report: Report): Draft {
  const old = byId(base.graph);
  const ours = byId(mine.graph);
  let draft = theirs;
  for (const step of theirs.graph.nodes) {
    const twin = ours.get(step.id);
    if (twin === undefined || !areTwins(old.get(step.id), twin, step)) continue;
    const to = freeId(step.id, new Set([...old.keys(), ...ours.keys(), ...draft.graph.nodes.map(({ id }) => id)]));
    const outcome = perform(draft, { type: "renameStep", id: step.id, to });
    if (typeof outcome === "string") continue;
    draft = outcome;
    report("twin", step.id, to, step.id);
  }
  return draft;
}

/** Whether two steps share nothing but their name: both are new, or one stands where another one was removed. */
function areTwins(old: Step | undefined, mine: Step, theirs: Step): boolean {
  if (old === undefined) return !isOne(mine, theirs);
  const [was, one, other] = [old, mine, theirs].map(withoutEdges);
  if (isSame(one, other) || isSame(was, one) || isSame(was, other)) return false;
  return isReplaced(old, mine) || isReplaced(old, theirs);
}

/** Whether two new steps of the same name can be one: wherever they differ, one of them says nothing. */
function isOne(one: Step, other: Step): boolean {
  const empty = emptyStep(one.kind, one.id);
  const names = Object.keys(empty) as (keyof Step)[];
  return one.kind === other.kind && names.every((name) => name === "dependencies" || [one, other].some((step) => isSame(step[name], empty[name])) || isSame(one[name], other[name]));
}

function mergeGraphs(base: Graph, mine: Graph, theirs: Graph, inside: string | null, report: Report): Graph {
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
  if (isSame(base, mine)) return theirs;
  const around = inside ?? undefined;
  const under = (name: string) => (inside === null ? name : `graph.${name}`);
  const sides: Sides = { base: byId(base), mine: byId(mine), theirs: byId(theirs) };
  const steps = new Map<string, Step>();
  for (const id of new Set([...sides.mine.keys(), ...sides.theirs.keys()])) {
    const step = mergeStep(id, sides, placeOf(inside, id), report, [mine, theirs, base]);
    if (step !== null) steps.set(id, step);
  }
  const order = mergeOrder(base.nodes, mine.nodes, theirs.nodes, (id) => steps.has(id), () =>
    report(under("order"), mine.nodes.map(({ id }) => id), theirs.nodes.map(({ id }) => id), around),
  );
  const nodes = order.flatMap((id) => steps.get(id) ?? []).map((step) => dropDangling(step, steps, sides));
  return {
    inputs: pickKeys(base.inputs, mine.inputs, theirs.inputs, (key, a, b) => report(under(`inputs.${key}`), a, b, around)),
    state: pickKeys(base.state, mine.state, theirs.state, (key, a, b) => report(under(`state.${key}`), a, b, around)),
    nodes: partCircles(nodes, sides, inside, report),
    output: pick(base.output, mine.output, theirs.output, (a, b) => report(under("output"), a, b, around)) ?? null,
  };
}

interface Sides {
  readonly base: ReadonlyMap<string, Step>;
  readonly mine: ReadonlyMap<string, Step>;
  readonly theirs: ReadonlyMap<string, Step>;
}

/** One step of both sides; nothing where it was removed and nobody needs it. */
function mergeStep(id: string, sides: Sides, place: string, report: Report, [mine, theirs, base]: readonly [Graph, Graph, Graph]): Step | null {
  const [old, ours, other] = [sides.base.get(id), sides.mine.get(id), sides.theirs.get(id)];
  if (ours !== undefined && other !== undefined) return mergeFields(old ?? emptyStep(ours.kind, id), ours, other, place, report);
  const left = ours ?? other;
  if (left === undefined || old === undefined) return left ?? null;
  const isNeeded = !isSame(withoutEdges(left), withoutEdges(old)) || isNewlyUsed(id, base, ours === undefined ? theirs : mine);
  if (!isNeeded) return null;
  report("step", ours, other, place);
  return left;
}

function withoutEdges(step: Step): Omit<Step, "dependencies"> {
  const { dependencies: _, ...rest } = step;
  return rest;
}

/** Whether something waits for a step, or looks at it, that did not before. */
function isNewlyUsed(id: string, base: Graph, now: Graph): boolean {
  const usersIn = (graph: Graph) => new Set(graph.nodes.flatMap((step) => (step.dependencies.includes(id) || stepsUsedBy(step).has(id) ? [step.id] : [])));
  const before = usersIn(base);
  const shows = (graph: Graph) => namesOf(usesIn(graph.output, "output"), "steps").has(id);
  return [...usersIn(now)].some((user) => !before.has(user)) || (shows(now) && !shows(base));
}

function mergeFields(base: Step, mine: Step, theirs: Step, place: string, report: Report): Step {
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]) as Set<keyof Step>;
  const entries = [...names].map((name) => {
    const [old, ours, other] = [base[name], mine[name], theirs[name]];
    const plain = () => pick<unknown>(old, ours, other, (a, b) => report(name, a, b, place));
    if (name === "dependencies") return [name, mergeEdges(base, mine, theirs)];
    if (name === "inputs") return [name, pickKeys(base.inputs, mine.inputs, theirs.inputs, (key, a, b) => report(`inputs.${key}`, a, b, place))];
    if (name === "call") return [name, mergeCalls(base, mine, theirs, place, report) ?? plain()];
    if (name === "graph" && base.graph !== null && mine.graph !== null && theirs.graph !== null) {
      return [name, mergeGraphs(base.graph, mine.graph, theirs.graph, place, report)];
    }
    return [name, plain()];
  });
  return Object.fromEntries(entries) as Step;
}

/** Calls of the same capability, parameter by parameter; nothing for all others. */
function mergeCalls(base: Step, mine: Step, theirs: Step, place: string, report: Report): Step["call"] {
  const [old, ours, other] = [base.call, mine.call, theirs.call];
  if (old === null || ours === null || other === null) return null;
  if (old.capability !== ours.capability || old.capability !== other.capability) return null;
  const params = pickKeys(old.params, ours.params, other.params, (key, a, b) => report(`call.params.${key}`, a, b, place));
  return { capability: old.capability, params };
}

/** Everything either side added to what a step waits for, without what either side removed. */
function mergeEdges(base: Step, mine: Step, theirs: Step): string[] {
  if (isSame(base.dependencies, mine.dependencies)) return theirs.dependencies;
  const [old, other] = [new Set(base.dependencies), new Set(theirs.dependencies)];
  const kept = mine.dependencies.filter((id) => other.has(id) || !old.has(id));
  return [...new Set([...kept, ...theirs.dependencies.filter((id) => !old.has(id))])];
}

/** Take away that a step waits for one that is gone. What never was there stays for the check to find. */
function dropDangling(step: Step, steps: ReadonlyMap<string, Step>, { base, mine, theirs }: Sides): Step {
  const isGone = (id: string) => !steps.has(id) && (base.has(id) || mine.has(id) || theirs.has(id));
  return step.dependencies.some(isGone) ? { ...step, dependencies: step.dependencies.filter((id) => !isGone(id)) } : step;
}

/** Leave out edges of theirs that close a circle with edges of mine, and tell of them. */
function partCircles(nodes: Step[], { mine, theirs }: Sides, inside: string | null, report: Report): Step[] {
  const steps = new Map(nodes.map((step) => [step.id, step]));
  for (;;) {
    const circle = findCircle({ inputs: {}, state: {}, nodes: [...steps.values()], output: null }) ?? [];
    const edges = circle.map((from, index) => ({ from, to: circle[(index + 1) % circle.length] ?? from }));
    const extra = edges.find(({ from, to }) => steps.get(to)?.dependencies.includes(from) && !mine.get(to)?.dependencies.includes(from));
    const step = steps.get(extra?.to ?? "");
    if (extra === undefined || step === undefined) return [...steps.values()];
    steps.set(step.id, { ...step, dependencies: step.dependencies.filter((id) => id !== extra.from) });
    report("dependencies", mine.get(step.id)?.dependencies, theirs.get(step.id)?.dependencies, placeOf(inside, step.id));
  }
}

interface Named {
  readonly id: string;
}

function mergeOrder(base: readonly Named[], mine: readonly Named[], theirs: readonly Named[], isIn: (id: string) => boolean, report: () => void): string[] {
  const ids = (items: readonly Named[]) => items.map(({ id }) => id);
  if (isReordered(base, theirs) && !isReordered(base, mine)) return interleave(ids(theirs), ids(mine), isIn);
  if (isReordered(base, theirs) && isReordered(mine, theirs)) report();
  return interleave(ids(mine), ids(theirs), isIn);
}

function mergeCanvas(base: Draft, mine: Draft, theirs: Draft, graph: Graph, report: Report): Canvas | null {
  const [old, ours, other] = [base.canvas ?? EMPTY_CANVAS, mine.canvas ?? EMPTY_CANVAS, theirs.canvas ?? EMPTY_CANVAS];
  const notes = mergeNotes(old.notes, ours.notes, other.notes, report);
  const [isOurs, isTheirs] = [mine, theirs].map((side) => new Set(placesOf(side.graph)));
  // A step that stays though one side removed it keeps its place and its sample too.
  const stayed = placesOf(graph).filter((place) => isOurs?.has(place) !== isTheirs?.has(place));
  const without = <T>(own: Readonly<Record<string, T>>, from: Readonly<Record<string, T>>) => ({
    ...own,
    ...Object.fromEntries(stayed.flatMap((place) => (place in own || !(place in from) ? [] : [[place, from[place] as T] as const]))),
  });
  const drawn = <T>(was: Readonly<Record<string, T>>, one: Readonly<Record<string, T>>, two: Readonly<Record<string, T>>, name: string) =>
    pickKeys(was, without(one, two), without(two, one), (key, a, b) => report(`canvas.${name}.${key}`, a, b));
  return tidyCanvas({
    positions: drawn(old.positions, ours.positions, other.positions, "positions"),
    notes: mergeOrder(old.notes, ours.notes, other.notes, (id) => notes.has(id), () => undefined).flatMap((id) => notes.get(id) ?? []),
    pins: drawn(old.pins, ours.pins, other.pins, "pins"),
  });
}

function mergeNotes(base: readonly Note[], mine: readonly Note[], theirs: readonly Note[], report: Report): Map<string, Note> {
  const [old, ours, other] = [base, mine, theirs].map((notes) => Object.fromEntries(notes.map((note) => [note.id, note])));
  const merged = new Map<string, Note>();
  for (const id of new Set([...mine, ...theirs].map((note) => note.id))) {
    const [was, one, two] = [old?.[id], ours?.[id], other?.[id]];
    if (was !== undefined && one !== undefined && two !== undefined) {
      const fields = pickKeys({ ...was }, { ...one }, { ...two }, (name, a, b) => report(`canvas.notes.${id}.${name}`, a, b));
      merged.set(id, { ...one, ...fields });
      continue;
    }
    const note = pick(was, one, two, (a, b) => report(`canvas.notes.${id}`, a, b));
    if (note !== undefined) merged.set(id, note);
  }
  return merged;
}

function byId(graph: Graph): Map<string, Step> {
  return new Map(graph.nodes.map((step) => [step.id, step]));
}
