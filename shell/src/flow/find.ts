/** Looking for words in the steps and notes of a draft. Pure. */

import type { Graph, Step } from "@/api";
import { type Draft, placeOf, titleOf } from "./model";

/** Where the words were found. */
export interface Hit {
  readonly type: "step" | "note";
  /** The place of the step, or the id of the note. */
  readonly id: string;
  readonly title: string;
  /** The field in which the first of the words stands, and its text. */
  readonly field: string;
  readonly text: string;
}

/** The steps and notes in which every word of a query occurs, whatever the case and the accents; names come first. */
export function search(draft: Pick<Draft, "graph" | "canvas">, query: string): Hit[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const steps = stepsOf(draft.graph, null).flatMap(([place, step]) => hitOf("step", place, titleOf(step), fieldsOf(step), words));
  const notes = (draft.canvas?.notes ?? []).flatMap((note) => hitOf("note", note.id, note.text.split("\n", 1)[0] ?? "", [["text", note.text]], words));
  return [...steps, ...notes].sort((a, b) => rank(a, words) - rank(b, words));
}

function hitOf(type: Hit["type"], id: string, title: string, fields: readonly (readonly [string, string])[], words: readonly string[]): Hit[] {
  const folded = fields.map(([field, text]) => [field, text, fold(text)] as const);
  if (!words.every((word) => folded.some(([, , plain]) => plain.includes(word)))) return [];
  const first = folded.find(([, , plain]) => plain.includes(words[0] ?? ""));
  return first === undefined ? [] : [{ type, id, title, field: first[0], text: first[1] }];
}

function rank({ title, field }: Hit, words: readonly string[]): number {
  if (fold(title).startsWith(words[0] ?? "")) return 0;
  return field === "title" || field === "id" ? 1 : 2;
}

function stepsOf(graph: Graph, inside: string | null): [string, Step][] {
  return graph.nodes.flatMap((step): [string, Step][] => {
    const place = placeOf(inside, step.id);
    return [[place, step], ...(step.graph === null ? [] : stepsOf(step.graph, place))];
  });
}

function fieldsOf(step: Step): [string, string][] {
  const fields: [string, string | null | undefined][] = [
    ["title", titleOf(step)],
    ["id", step.id],
    ["description", step.description],
    ["call.capability", step.call?.capability],
    ["agent", step.agent],
    ["workflow", step.workflow],
    ["prompt", step.prompt],
    ["question.message", step.question?.message],
    ["when", step.when],
    ["interrupt.message", step.interrupt?.message],
    ["call.params", step.call && JSON.stringify(step.call.params)],
    ["inputs", Object.keys(step.inputs).length > 0 ? JSON.stringify(step.inputs) : null],
    ["writes", step.writes.join(" ")],
    ["kind", step.kind],
  ];
  return fields.flatMap(([field, text]): [string, string][] => (text ? [[field, text]] : []));
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
