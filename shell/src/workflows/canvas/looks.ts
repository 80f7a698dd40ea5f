/** What is drawn on nodes besides what they are: findings, how a run stands, and what another version changed. */

import type { NodeState } from "@/flow";

/** One thing that is wrong, in words. */
export interface Remark {
  readonly message: string;
  readonly hint: string | null;
}

export type Standing = "added" | "changed" | "gone";

export interface Looks {
  /** What is wrong, by the place of its step. */
  readonly remarks: ReadonlyMap<string, readonly Remark[]>;
  /** How each step of a run stands, by its place. */
  readonly steps: ReadonlyMap<string, NodeState>;
  /** What a proposal or another version changes, by the place of its step. */
  readonly compared: ReadonlyMap<string, Standing>;
  /** Nodes that a search found. */
  readonly found: ReadonlySet<string>;
}

export const NO_LOOKS: Looks = { remarks: new Map(), steps: new Map(), compared: new Map(), found: new Set() };
