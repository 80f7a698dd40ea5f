/** What was drawn of plans and is not saved yet, kept while the tab is open: leaving a page by accident loses nothing. */

import { type Draft, draftOfPlan, EMPTY_CANVAS, isSame, planEdits, type PlanRefusal } from "@/flow";
import { keepJson, readJson } from "@/state";

export interface Drawn {
  /** The version of the plan it was made from, and what that looked like. */
  readonly version: number;
  readonly base: Draft;
  readonly mine: Draft;
}

const KEPT = "aule.plans.drawn";
type All = Readonly<Record<string, Drawn>>;

const all = () => readJson<All>(sessionStorage, KEPT, {});

/** What is drawn of a plan: what was left unsaved, else the plan as it is. */
export function startOf(plan: Parameters<typeof draftOfPlan>[0] & { readonly version: number }): Drawn {
  const now = draftOfPlan(plan);
  return all()[plan.id] ?? { version: plan.version, base: now, mine: now };
}

export function rememberDrawn(plan: string, drawn: Drawn): void {
  keepJson(sessionStorage, KEPT, { ...all(), [plan]: drawn });
}

export function forgetDrawn(plan: string): void {
  const { [plan]: _, ...others } = all();
  keepJson(sessionStorage, KEPT, others);
}

/** Why what was drawn is nothing a plan can say; nothing when it can. */
export function refusalIn(base: Draft, before: Draft, after: Draft): PlanRefusal | "note" | null {
  const [was, is] = [before.canvas ?? EMPTY_CANVAS, after.canvas ?? EMPTY_CANVAS];
  if (!isSame([was.notes, was.pins], [is.notes, is.pins])) return "note";
  if (before.title !== after.title || before.description !== after.description || before.at_once !== after.at_once) return "whole";
  const renamed = after.graph.nodes.length === before.graph.nodes.length && !isSame(idsOf(after), idsOf(before));
  return renamed ? "name" : (planEdits(base, after).refused[0]?.why ?? null);
}

const idsOf = ({ graph }: Draft): readonly string[] => graph.nodes.map(({ id }) => id).sort();
