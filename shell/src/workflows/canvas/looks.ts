/** What is drawn on nodes besides what they are: findings, how a run stands, and what another version changed. */

import { type NodeState, outermost } from "@/flow";

/** One thing that is wrong, in words. */
export interface Remark {
  readonly message: string;
  readonly hint: string | null;
  /** Whether it can run all the same: it is only worth knowing. */
  readonly isNote: boolean;
}

export type Standing = "added" | "changed" | "gone";

export interface Looks {
  /** What is wrong, by the place of its step. */
  readonly remarks: ReadonlyMap<string, readonly Remark[]>;
  /** How each step of a run stands, by its place. */
  readonly steps: ReadonlyMap<string, NodeState>;
  /** What a proposal or another version changes, by the place of its step. */
  readonly compared: ReadonlyMap<string, Standing>;
  /** Why a node cannot be changed, in a sentence, by its name; what is inside of it cannot either. */
  readonly locked: ReadonlyMap<string, string>;
  /** Nodes that a search found. */
  readonly found: ReadonlySet<string>;
}

/** Whether something keeps a step from running. */
export const isWrong = ({ remarks }: Pick<Looks, "remarks">, place: string): boolean => remarks.get(place)?.some(({ isNote }) => !isNote) ?? false;

export const NO_LOOKS: Looks = { remarks: new Map(), steps: new Map(), compared: new Map(), locked: new Map(), found: new Set() };

/** Why a node cannot be changed; nothing when it can. */
export function lockOf({ locked }: Pick<Looks, "locked">, node: string): string | undefined {
  return locked.get(node) ?? locked.get(outermost(node));
}
