/** The results of earlier steps that one step needs when it is to run alone, and which of them a person has to give. Pure. */

import type { Graph, Step } from "@/api";
import { namesOf, stepsUsedBy, usesOf } from "./bindings";
import { type Draft, isSame, titleOf } from "./model";
import { type Known, resultOf, type Schema } from "./references";

/** A result that a step needs. */
export interface NeededResult {
  readonly id: string;
  readonly title: string;
  readonly schema: Schema;
  /** What the form begins with: the sample that was pinned, else what came out last; undefined where there is neither. */
  readonly value: unknown;
  readonly source: "pin" | "last" | null;
  /** Whether the step looks at it; it may merely wait until it is there. */
  readonly isUsed: boolean;
  /** Whether a run takes it over by itself, because nothing it depends on changed since. */
  readonly isTaken: boolean;
}

/** What came out last: results by the id of their step, and the graph they came of. */
export interface LastResults {
  readonly results: Readonly<Record<string, unknown>>;
  readonly graph: Graph | null;
}

/** What has to be there before a step of the outermost graph can run alone: what it waits for and what it looks at. */
export function neededResults(draft: Pick<Draft, "graph" | "canvas">, id: string, returns: Known["returns"], last: LastResults): NeededResult[] {
  const { nodes } = draft.graph;
  const step = nodes.find((each) => each.id === id);
  if (step === undefined) return [];
  const keys = namesOf(usesOf(step), "state");
  const writers = nodes.filter(({ writes }) => writes.some((key) => keys.has(key))).map((each) => each.id);
  const used = new Set([...stepsUsedBy(step), ...writers]);
  const wanted = new Set([...step.dependencies, ...used]);
  const pins = draft.canvas?.pins ?? {};
  return nodes.flatMap((each): NeededResult[] => {
    if (!wanted.has(each.id) || each.id === id) return [];
    const schema = resultOf(each, { returns: (of) => returns?.(of) ?? plain(of) });
    const known = { id: each.id, title: titleOf(each), schema, isUsed: used.has(each.id) };
    if (Object.hasOwn(pins, each.id)) return [{ ...known, value: pins[each.id], source: "pin", isTaken: false }];
    if (!Object.hasOwn(last.results, each.id)) return [{ ...known, value: undefined, source: null, isTaken: false }];
    const then = last.graph?.nodes.find((other) => other.id === each.id);
    return [{ ...known, value: last.results[each.id], source: "last", isTaken: then !== undefined && isAlike(each, then) }];
  });
}

/**
 * The results to be given along with a run: what was typed, and what a run would not take over by itself. What nothing is
 * read of is nothing where it is not known.
 */
export function givenResults(needed: readonly NeededResult[], values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const all = needed.map((each) => ({ ...each, now: values[each.id] ?? (each.isUsed ? values[each.id] : null) }));
  const given = all.filter(({ now, value, isTaken }) => now !== undefined && !(isTaken && isSame(now, value)));
  return Object.fromEntries(given.map(({ id, now }) => [id, now]));
}

/** What agents and people answer are words. */
function plain({ kind }: Step): Schema | null {
  return kind === "agent" || kind === "human" ? { type: "string" } : null;
}

/** Whether a step does what it did then. What it is called has no effect; a workflow inside may be another one by now. */
function isAlike(one: Step, other: Step): boolean {
  const essence = ({ title: _, description: __, workflow_version: ___, ...rest }: Step) => rest;
  return one.kind !== "workflow" && isSame(essence(one), essence(other));
}
