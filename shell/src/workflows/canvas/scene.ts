/** A draft as React Flow draws it: nodes with places, wires between them. Pure; what stayed as it was is the same object. */

import type { Edge, Node } from "@xyflow/react";

import type { Graph, Step } from "@/api";
import {
  type Canvas,
  type Draft,
  type Edit,
  graphOf,
  INPUTS,
  isInterrupted,
  kindOf,
  NODE_NAMES,
  type NodeKind,
  type Note,
  OUTPUT,
  placeMissing,
  placeOf,
  type Point,
  type Size,
  type StepNodeKind,
} from "@/flow";
import { type Branch, branchOf, isFork } from "./branches";
import { END, NODE } from "./nodes/looks";

/** What a node of a step is given. */
export interface StepData extends Record<string, unknown> {
  readonly kind: StepNodeKind;
  readonly step: Step;
  readonly isPinned: boolean;
  readonly isInterrupted: boolean;
}

/** What the nodes of the two ends are given. */
export interface EndData extends Record<string, unknown> {
  readonly kind: "start" | "output";
  readonly count: number;
}

export interface NoteData extends Record<string, unknown> {
  readonly kind: "note";
  readonly note: Note;
}

type NameOf<K extends NodeKind> = (typeof NODE_NAMES)[K];
export type StepFlowNode = Node<StepData, NameOf<StepNodeKind>>;
export type EndFlowNode = Node<EndData, NameOf<EndData["kind"]>>;
export type NoteFlowNode = Node<NoteData, NameOf<"note">>;
export type FlowNode = StepFlowNode | EndFlowNode | NoteFlowNode;

/** The kind of node behind a place. */
export const kindOfNode = (node: FlowNode): NodeKind => node.data.kind;

/** A note's node has a name no step can have. */
const NOTE = "note:";
export const noteNode = (id: string): string => `${NOTE}${id}`;
export const noteOf = (node: string): string | null => (node.startsWith(NOTE) ? node.slice(NOTE.length) : null);

/** Whether a node is one of the two ends, which are drawn and are never steps. */
export const isEnd = (node: string): boolean => /(^|\/)(_inputs|_output)$/.test(node);

/** Whether a node is a step. */
export const isStep = (node: string): boolean => !isEnd(node) && noteOf(node) === null;

/** The sizes nodes are drawn with, by their place. */
export function sizesIn(draft: Draft, inside: string | null): Readonly<Record<string, Size>> {
  const steps = graphOf(draft, inside)?.nodes.map(({ id }) => [placeOf(inside, id), NODE] as const) ?? [];
  return Object.fromEntries([...steps, [placeOf(inside, INPUTS), END], [placeOf(inside, OUTPUT), END]]);
}

type Places = Readonly<Record<string, Point>>;

/** A draft never changes, so what was laid out of it once holds. */
const LAID_OUT = new WeakMap<Draft, Map<string | null, Places>>();

/** Where everything of the shown graph stands: where somebody put it, else where there is room for it. */
export function placesIn(draft: Draft, inside: string | null): Places {
  const laid = LAID_OUT.get(draft) ?? new Map<string | null, Places>();
  LAID_OUT.set(draft, laid);
  const places = laid.get(inside) ?? placed(draft, inside);
  laid.set(inside, places);
  return places;
}

function placed(draft: Draft, inside: string | null): Places {
  const known = draft.canvas?.positions ?? {};
  const sizes = sizesIn(draft, inside);
  if (Object.keys(sizes).every((name) => known[name] !== undefined)) return known;
  return { ...placeMissing(draft, { inside, sizes }), ...known };
}

/** The edit after which everything that is shown has a place of its own, so that nothing moves when one thing is moved. */
export function settle(draft: Draft, inside: string | null, moved: Readonly<Record<string, Point>> = {}): Edit {
  const places = placesIn(draft, inside);
  const shown = Object.keys(sizesIn(draft, inside)).flatMap((name) => (places[name] === undefined ? [] : [[name, places[name]] as const]));
  return { type: "move", positions: { ...Object.fromEntries(shown), ...moved } };
}

/** The nodes of the shown graph; those that are the same as before are the very same objects. */
export function nodesOf(draft: Draft, inside: string | null, selected: ReadonlySet<string>, before: ReadonlyMap<string, FlowNode>): FlowNode[] {
  const graph = graphOf(draft, inside);
  if (graph === null) return [];
  const places = placesIn(draft, inside);
  const at = (node: string) => places[node] ?? { x: 0, y: 0 };
  const canvas = draft.canvas;
  const wanted: FlowNode[] = [
    endNode(placeOf(inside, INPUTS), "start", Object.keys(graph.inputs ?? {}).length, at),
    ...graph.nodes.map((step) => stepNode(placeOf(inside, step.id), step, canvas, at)),
    endNode(placeOf(inside, OUTPUT), "output", graph.output === null || graph.output === undefined ? 0 : 1, at),
    ...(inside === null ? (canvas?.notes ?? []) : []).map(notedNode),
  ];
  return wanted.map((node) => {
    const next = selected.has(node.id) ? { ...node, selected: true } : node;
    const kept = before.get(node.id);
    return kept !== undefined && isAlike(kept, next) ? kept : next;
  });
}

/** Known as if it had been measured: else React Flow measures every node in the page again whenever one is drawn anew. */
const sized = ({ width, height }: Size) => ({ width, height, measured: { width, height } });

function stepNode(id: string, step: Step, canvas: Canvas | null, at: (node: string) => Point): StepFlowNode {
  const data = { kind: kindOf(step), step, isPinned: canvas !== null && Object.hasOwn(canvas.pins, id), isInterrupted: isInterrupted(step) };
  return { id, type: NODE_NAMES[data.kind], position: at(id), ...sized(NODE), data };
}

function endNode(id: string, kind: "start" | "output", count: number, at: (node: string) => Point): EndFlowNode {
  return { id, type: NODE_NAMES[kind], position: at(id), ...sized(END), deletable: false, data: { kind, count } };
}

function notedNode(note: Note): NoteFlowNode {
  return { id: noteNode(note.id), type: NODE_NAMES.note, position: note.at, ...sized(note), zIndex: -1, connectable: false, data: { kind: "note", note } };
}

function isAlike(one: FlowNode, other: FlowNode): boolean {
  if (one.type !== other.type || (one.selected ?? false) !== (other.selected ?? false)) return false;
  if (one.position.x !== other.position.x || one.position.y !== other.position.y) return false;
  if (one.width !== other.width || one.height !== other.height) return false;
  const names = Object.keys(other.data);
  return names.every((name) => one.data[name] === other.data[name]);
}

const MOST_LOOSE = 60;

/** The wires of the shown graph: what waits for what, and what begins and ends it. */
export function edgesOf(graph: Graph | null, inside: string | null, selected: ReadonlySet<string>): Edge[] {
  if (graph === null) return [];
  const known = new Set(graph.nodes.map(({ id }) => id));
  // Of a large graph the beginnings and ends are many and say little.
  const isSmall = graph.nodes.length <= MOST_LOOSE;
  const off = new Set(graph.nodes.flatMap(({ id, disabled }) => (disabled ? [id] : [])));
  const forks = new Set(graph.nodes.flatMap((step) => (isFork(step) ? [step.id] : [])));
  const awaited = new Set(graph.nodes.flatMap(({ dependencies }) => dependencies));
  return graph.nodes.flatMap((step): Edge[] => {
    const to = placeOf(inside, step.id);
    const before = [...new Set(step.dependencies)].filter((id) => known.has(id));
    const wires = before.map((id) => {
      const branch = forks.has(id) ? branchOf(step.when, id) : null;
      // Of a step on a branch the branch says when it runs; a wire to any other that runs only sometimes is dashed.
      const isConditional = step.when !== null && step.kind !== "condition" && ![...forks].some((fork) => branchOf(step.when, fork) !== null);
      return wire(placeOf(inside, id), to, { isConditional, isOff: step.disabled || off.has(id), branch }, selected);
    });
    if (isSmall && before.length === 0) wires.push(loose(placeOf(inside, INPUTS), to));
    if (isSmall && !awaited.has(step.id)) wires.push(loose(to, placeOf(inside, OUTPUT)));
    return wires;
  });
}

export const edgeId = (from: string, to: string): string => `${from}→${to}`;

interface WireData extends Record<string, unknown> {
  readonly isConditional: boolean;
  readonly isOff: boolean;
  readonly branch: Branch | null;
}

function wire(source: string, target: string, data: WireData, selected: ReadonlySet<string>): Edge {
  const id = edgeId(source, target);
  return { id, source, target, ...(data.branch === null ? {} : { sourceHandle: data.branch }), type: "wire", selected: selected.has(id), data };
}

/** A wire from the beginning or to the end follows from the others: nobody draws it and nobody removes it. */
function loose(source: string, target: string): Edge {
  return { id: edgeId(source, target), source, target, type: "wire", selectable: false, deletable: false, focusable: false, data: { isLoose: true } };
}
