/** Drafts and edits at random, the same ones for the same seed, for the tests of this room. */

import type { Graph, Step } from "@/api";
import type { Edit } from "./edits";
import { blankStep, freeId, freshId, STEP_KINDS } from "./kinds";
import { type Canvas, type Draft, draftOf, graphOf, INPUTS, NOTE_COLORS, OUTPUT, placeOf, placesOf, type Point, splitPlace } from "./model";

/** Numbers from 0 to 1 that follow from a seed. */
export type Dice = () => number;

export function diceOf(seed: number): Dice {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const below = (dice: Dice, limit: number): number => Math.floor(dice() * limit);

export function oneOf<T>(dice: Dice, items: readonly T[]): T {
  return items[below(dice, items.length)] as T;
}

const WORDS = ["search", "draft", "review", "publish", "notify", "collect", "sum-up", "a", "b", "x_1"];
const KEYS = ["topic", "tone", "limit"];

/** A draft with some steps, graphs inside, references, positions, notes and pins. */
export function anyDraft(dice: Dice, most = 8): Draft {
  const graph = anyGraph(dice, most, 0);
  const workflow = { id: "report", title: "Report", description: "", project: null, budget: null, at_once: 8, graph };
  return draftOf({ ...workflow, canvas: dice() < 0.3 ? null : anyCanvas(dice, graph) });
}

export function anyGraph(dice: Dice, most: number, depth: number): Graph {
  const nodes: Step[] = [];
  const count = 1 + below(dice, most);
  for (let number = 0; number < count; number += 1) {
    const id = freeId(oneOf(dice, WORDS), new Set(nodes.map((step) => step.id)));
    nodes.push(anyStep(dice, id, nodes.map((step) => step.id), depth));
  }
  if (dice() < 0.4) nodes.reverse();
  const output = dice() < 0.5 ? null : { text: `{{steps.${oneOf(dice, nodes).id}.result}}` };
  return { inputs: anySchemas(dice), state: anySchemas(dice), nodes, output };
}

/** A step that waits for some of the steps before it and looks at some of them. */
export function anyStep(dice: Dice, id: string, before: readonly string[], depth = 1): Step {
  const step = { ...blankStep(oneOf(dice, STEP_KINDS), id), dependencies: before.filter(() => dice() < 0.3) };
  const seen = before.length > 0 ? oneOf(dice, before) : "nobody";
  const changed = { ...step, ...anyFields(dice, seen) };
  return depth === 0 && dice() < 0.2 ? { ...changed, kind: "workflow", graph: anyGraph(dice, 3, depth + 1) } : changed;
}

/** Some fields of a step, which look at another one. */
export function anyFields(dice: Dice, seen: string): Partial<Step> {
  const number = below(dice, 1_000);
  const fields: Partial<Step>[] = [
    { title: `Title ${number}` },
    { prompt: `Read {{steps.${seen}.result}} and ${number}, not steps.${seen}.` },
    { call: { capability: "files.read", params: { path: { $from: `${seen}.result.items[0]` }, number } } },
    { when: `steps.${seen}.status == 'steps.${seen}' and ${number} > 1` },
    { repeat: { count: null, for_each: `{{steps.${seen}.result}}`, max: 100 } },
    { interrupt: { before: true, after: false, message: `Look at {{ steps['${seen}'].result }} ${number}` } },
    { description: `Words ${number}` },
    { inputs: { topic: `\${{tasks.${seen}.result}}`, number } },
    { writes: dice() < 0.5 ? [] : ["topic"] },
    { disabled: dice() < 0.7 },
  ];
  return Object.assign({}, oneOf(dice, fields), oneOf(dice, fields)) as Partial<Step>;
}

function anySchemas(dice: Dice): Graph["inputs"] {
  return Object.fromEntries(KEYS.filter(() => dice() < 0.4).map((key) => [key, { type: oneOf(dice, ["string", "number"]) }]));
}

export function anyPoint(dice: Dice): Point {
  return { x: below(dice, 2_000) - 500, y: below(dice, 2_000) - 500 };
}

function anyCanvas(dice: Dice, graph: Graph): Canvas {
  const places = [INPUTS, OUTPUT, ...placesOf(graph)].filter(() => dice() < 0.6);
  const pinned = placesOf(graph).filter(() => dice() < 0.2);
  return {
    positions: Object.fromEntries(places.map((place) => [place, anyPoint(dice)])),
    notes: ["n1", "n2", "n3"].filter(() => dice() < 0.4).map((id) => anyNote(dice, id)),
    pins: Object.fromEntries(pinned.map((place) => [place, oneOf<unknown>(dice, [null, 1, "text", { items: [1, 2] }])])),
  };
}

export function anyNote(dice: Dice, id: string): Canvas["notes"][number] {
  return { id, text: `Note ${below(dice, 100)}`, at: anyPoint(dice), width: 200, height: 100, color: oneOf(dice, NOTE_COLORS) };
}

/** One edit of any kind; some cannot be done. */
export function anyEdit(dice: Dice, draft: Draft): Edit {
  const places = [...placesOf(draft.graph), "nowhere"];
  const place = oneOf(dice, places);
  const { inside } = splitPlace(place);
  const near = graphOf(draft, inside)?.nodes.map(({ id }) => id) ?? [];
  const other = placeOf(inside, near.length > 0 ? oneOf(dice, near) : "nowhere");
  const notes = ["n1", "n2", "n3", "n4"];
  const makers: (() => Edit)[] = [
    () => ({ type: "addStep", step: anyStep(dice, freshId(draft, oneOf(dice, WORDS), inside), near), inside, ...(dice() < 0.5 && { at: anyPoint(dice) }) }),
    () => ({ type: "removeStep", id: place }),
    () => ({ type: "changeStep", id: place, fields: anyFields(dice, splitPlace(other).id) }),
    () => ({ type: "renameStep", id: place, to: oneOf(dice, [...WORDS, "new_name", "gone"]) }),
    () => ({ type: "connect", from: other, to: place }),
    () => ({ type: "disconnect", from: other, to: place }),
    () => ({ type: "orderSteps", ids: [...near].reverse(), inside }),
    () => ({ type: "setInputs", inputs: anySchemas(dice), inside }),
    () => ({ type: "setState", state: anySchemas(dice), inside }),
    () => ({ type: "setOutput", output: `{{steps.${splitPlace(other).id}.result}}`, inside }),
    () => ({ type: "setDetails", fields: { title: `Title ${below(dice, 100)}`, at_once: 1 + below(dice, 8) } }),
    () => ({ type: "move", positions: { [place]: anyPoint(dice), [other]: dice() < 0.3 ? null : anyPoint(dice) } }),
    () => ({ type: "setNote", note: anyNote(dice, oneOf(dice, notes)) }),
    () => ({ type: "removeNote", id: oneOf(dice, notes) }),
    () => ({ type: "orderNotes", ids: [...notes].reverse() }),
    () => ({ type: "pin", id: place, value: below(dice, 9) }),
    () => ({ type: "unpin", id: place }),
  ];
  return oneOf(dice, makers)();
}
