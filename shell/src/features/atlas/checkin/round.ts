/** A round of check-ins: one key result after the other. Pure. */

import type { AtlasDue } from "@/api";

export interface Saved {
  readonly due: AtlasDue;
  readonly value: number;
  /** The change that takes it back. */
  readonly change: string | undefined;
  readonly undone: boolean;
}

export interface Round {
  /** Those still to be asked for, the next first. */
  readonly ahead: readonly AtlasDue[];
  readonly saved: readonly Saved[];
  readonly skipped: readonly AtlasDue[];
}

export const beginRound = (due: readonly AtlasDue[]): Round => ({ ahead: due, saved: [], skipped: [] });

/** How many there are in all. */
export const lengthOf = ({ ahead, saved, skipped }: Round): number => ahead.length + saved.length + skipped.length;

/** How many are behind us. */
export const behindOf = ({ saved, skipped }: Round): number => saved.length + skipped.length;

export function saved(round: Round, value: number, change: string | undefined): Round {
  const [due, ...ahead] = round.ahead;
  return due === undefined ? round : { ...round, ahead, saved: [...round.saved, { due, value, change, undone: false }] };
}

export function skipped(round: Round): Round {
  const [due, ...ahead] = round.ahead;
  return due === undefined ? round : { ...round, ahead, skipped: [...round.skipped, due] };
}

/** Back to the last one that was skipped; what was saved is taken back by undoing it. */
export function back(round: Round): Round {
  const last = round.skipped.at(-1);
  return last === undefined ? round : { ...round, ahead: [last, ...round.ahead], skipped: round.skipped.slice(0, -1) };
}

/** Once more through those that were skipped. */
export const again = (round: Round): Round => ({ ...round, ahead: round.skipped, skipped: [] });

export function undone(round: Round, change: string): Round {
  return { ...round, saved: round.saved.map((each) => (each.change === change ? { ...each, undone: true } : each)) };
}

/** What a confidence from 1 to 10 means. */
export function confidenceLevel(value: number): "low" | "middle" | "high" {
  return value <= 3 ? "low" : value <= 7 ? "middle" : "high";
}
