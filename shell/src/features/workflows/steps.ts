/** A workflow's steps as a list one reads from top to bottom. Pure. */

import type { Graph, Step } from "@/api";
import { layersOf, titleOf } from "@/graphs";

export interface StepLine {
  /** `report/draft` is the step `draft` of the steps inside `report`. */
  readonly place: string;
  readonly depth: number;
  readonly step: Step;
  /** What the steps it waits for are called. */
  readonly after: readonly string[];
}

/** Every step in an order it can run in, those inside another one below it. */
export function linesOf(graph: Graph, prefix = "", depth = 0): readonly StepLine[] {
  const names = new Map(graph.nodes.map((step) => [step.id, titleOf(step)]));
  return layersOf(graph.nodes)
    .flat()
    .flatMap((step) => {
      const place = `${prefix}${step.id}`;
      const line = { place, depth, step, after: (step.dependencies ?? []).map((id) => names.get(id) ?? id) };
      return [line, ...(step.graph ? linesOf(step.graph, `${place}/`, depth + 1) : [])];
    });
}

/** Words with places to fill, as people read them: `{{inputs.topic}}` is ‹topic›. */
export function spoken(words: string): string {
  return words.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, path: string) => {
    const parts = path.split(".").filter((part) => !["inputs", "state", "steps", "result"].includes(part));
    return `‹${parts.at(-1)?.replace(/_/g, " ") ?? path}›`;
  });
}

/** A free id after one that is taken: `weekly-plan-2`. */
export function freeId(id: string, taken: ReadonlySet<string>): string {
  const stem = id.replace(/-\d+$/, "").slice(0, 60);
  for (let number = 2; ; number += 1) {
    const wish = `${stem}-${number}`;
    if (!taken.has(wish)) return wish;
  }
}

/** The line a step begins at in its document, counted from 1; of a nested step, the line of its own id. */
export function lineOf(text: string, place: string): number | null {
  const id = place.replace(/\[\d+\]/g, "").split("/").at(-1) ?? place;
  const wanted = new RegExp(`(^|[\\s{,-])"?id"?\\s*:\\s*["']?${id.replace(/[^\w-]/g, "")}["']?\\s*(,|}|#|$)`);
  const index = text.split("\n").findIndex((line) => wanted.test(line));
  return index < 0 ? null : index + 1;
}
