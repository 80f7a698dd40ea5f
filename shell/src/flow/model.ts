/** What the canvas, the text and the chat edit together: a workflow without its history. Pure. */

import type { Graph, Step, Workflow } from "@/api";

/** How a workflow is drawn, which never changes how it runs. */
export type Canvas = NonNullable<Workflow["canvas"]>;

export type Point = Canvas["positions"][string];

/** A remark on the canvas. */
export type Note = Canvas["notes"][number];

export type NoteColor = Note["color"];

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The colours a note may have: those of agents. */
export const NOTE_COLORS = [
  "indigo",
  "blue",
  "green",
  "emerald",
  "amber",
  "red",
  "rose",
  "violet",
  "cyan",
  "teal",
  "gray",
] as const satisfies readonly NoteColor[];

/** The fields of a workflow that say what it is called and how it may run. */
export type Details = Pick<Workflow, "id" | "title" | "description" | "project" | "budget" | "at_once">;

/** A workflow as it is edited. */
export type Draft = Readonly<Details & Pick<Workflow, "graph" | "canvas">>;

/** The nodes that stand for the inputs and the output of the whole; they are drawn and are never steps. */
export const INPUTS = "_inputs";
export const OUTPUT = "_output";

export const EMPTY_CANVAS: Canvas = { positions: {}, notes: [], pins: {} };

export const DETAILS = ["id", "title", "description", "project", "budget", "at_once"] as const;

const STEP_ID = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/;

/** What can be edited of a workflow. A canvas with nothing on it counts as none. */
export function draftOf(workflow: Details & { graph: Graph; canvas?: Partial<Canvas> | null }): Draft {
  const { id, title, description, project, budget, at_once, graph, canvas } = workflow;
  return { id, title, description, project, graph, budget, at_once, canvas: tidyCanvas(canvas ?? null) };
}

/** The canvas with every part it may lack; none when there is nothing on it. */
export function tidyCanvas(canvas: Partial<Canvas> | null): Canvas | null {
  if (canvas === null) return null;
  const { positions = {}, notes = [], pins = {} } = canvas;
  const isEmpty = notes.length === 0 && Object.keys(positions).length === 0 && Object.keys(pins).length === 0;
  return isEmpty ? null : { positions, notes, pins };
}

/** Whether a step may be called this. */
export function isStepId(id: string): boolean {
  return STEP_ID.test(id) && id !== INPUTS && id !== OUTPUT;
}

/** Where a step inside a graph is: the place of the step around it, if any, and its id. */
export function splitPlace(place: string): { inside: string | null; id: string } {
  const cut = place.lastIndexOf("/");
  return cut < 0 ? { inside: null, id: place } : { inside: place.slice(0, cut), id: place.slice(cut + 1) };
}

export function placeOf(inside: string | null, id: string): string {
  return inside === null ? id : `${inside}/${id}`;
}

/** The graph of the whole, or the one inside a step; nothing when that step has none. */
export function graphOf(draft: Pick<Draft, "graph">, inside: string | null = null): Graph | null {
  let graph: Graph | null = draft.graph;
  if (inside === null) return graph;
  for (const id of inside.split("/")) graph = graph?.nodes.find((step) => step.id === id)?.graph ?? null;
  return graph;
}

/** The step at a place such as `research` or, in a graph inside, `research/search`. */
export function stepOf(draft: Pick<Draft, "graph">, place: string): Step | null {
  const { inside, id } = splitPlace(place);
  return graphOf(draft, inside)?.nodes.find((step) => step.id === id) ?? null;
}

/** The places of all steps, those of graphs inside after the step they are in. */
export function placesOf(graph: Graph, inside: string | null = null): string[] {
  return graph.nodes.flatMap((step) => {
    const place = placeOf(inside, step.id);
    return step.graph === null ? [place] : [place, ...placesOf(step.graph, place)];
  });
}

/** The draft with the graph at a place changed; the rest is shared with the draft it came from. */
export function withGraph(draft: Draft, inside: string | null, change: (graph: Graph) => Graph): Draft {
  const graph = inside === null ? change(draft.graph) : changeInside(draft.graph, inside.split("/"), change);
  return graph === draft.graph ? draft : { ...draft, graph };
}

function changeInside(graph: Graph, path: readonly string[], change: (graph: Graph) => Graph): Graph {
  const [first, ...rest] = path;
  if (first === undefined) return change(graph);
  let isChanged = false;
  const nodes = graph.nodes.map((step) => {
    if (step.id !== first || step.graph === null) return step;
    const inner = changeInside(step.graph, rest, change);
    isChanged ||= inner !== step.graph;
    return inner === step.graph ? step : { ...step, graph: inner };
  });
  return isChanged ? { ...graph, nodes } : graph;
}

/** What a step is called: its title, else its id in words. */
export function titleOf({ title, id }: Pick<Step, "title" | "id">): string {
  if (title) return title;
  const words = id.replace(/[_-]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether two JSON values are the same, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || (one === 0 && other === 0)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((each, index) => isSame(each, other[index]));
  }
  const left = one as Record<string, unknown>;
  const right = other as Record<string, unknown>;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && isSame(left[key], right[key]));
}
