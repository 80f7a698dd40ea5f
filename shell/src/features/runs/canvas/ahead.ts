/** What was drawn of runs that wait, kept while the tab is open: leaving a page by accident loses nothing. */

import type { Graph } from "@/api";
import { type Draft, EMPTY_CANVAS, isSame, type Lost, merge, touched, withKept } from "@/flow";
import { keepJson, readJson } from "@/state";

export interface Ahead {
  /** The graph of the run that it was made from. */
  readonly base: Graph;
  readonly mine: Draft;
}

const KEPT = "aule.runs.ahead";
type All = Readonly<Record<string, Ahead>>;

const all = () => readJson<All>(sessionStorage, KEPT, {});

export function recallAhead(run: string): Ahead | undefined {
  return all()[run];
}

export function rememberAhead(run: string, ahead: Ahead): void {
  keepJson(sessionStorage, KEPT, { ...all(), [run]: ahead });
}

export function forgetAhead(run: string): void {
  const { [run]: _, ...others } = all();
  keepJson(sessionStorage, KEPT, others);
}

/** Why a change cannot be made of a run that waits. */
export type AheadRefusal = "begun" | "workflow" | "note";

/** Why what was drawn is nothing that a run can go on with; nothing when it can. */
export function refusalIn(before: Draft, after: Draft, run: Graph, begun: ReadonlySet<string>): AheadRefusal | null {
  if (touched(run, after.graph, begun).length > 0) return "begun";
  const known = new Set(run.nodes.map(({ id }) => id));
  // A workflow is put in when a run begins; one that is under way takes whole steps only.
  if (after.graph.nodes.some(({ id, kind, graph }) => kind === "workflow" && graph === null && !known.has(id))) return "workflow";
  const [was, is] = [before.canvas ?? EMPTY_CANVAS, after.canvas ?? EMPTY_CANVAS];
  return isSame([was.notes, was.pins], [is.notes, is.pins]) ? null : "note";
}

export interface Followed {
  readonly ahead: Ahead;
  /** What was changed here and has begun meanwhile. */
  readonly lost: readonly Lost[];
  /** Steps that were changed here and elsewhere; mine holds. */
  readonly clashing: readonly string[];
}

/** What was drawn, after the run went on or was changed elsewhere: nothing of it is lost but what is told. */
export function followed(ahead: Ahead, run: Graph, begun: ReadonlySet<string>): Followed {
  const isMoved = !isSame(ahead.base, run);
  const merged = isMoved ? merge({ ...ahead.mine, graph: ahead.base }, ahead.mine, { ...ahead.mine, graph: run }) : null;
  const { draft, lost } = withKept(merged?.draft ?? ahead.mine, run, begun);
  const clashing = [...new Set((merged?.conflicts ?? []).flatMap(({ step }) => (step === undefined || begun.has(step) ? [] : [step])))];
  return { ahead: { base: isMoved ? run : ahead.base, mine: draft }, lost, clashing };
}
