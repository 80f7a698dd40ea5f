/** How tall entries are, as far as they have been seen; a fair guess for the others. */

import type { Entry } from "../model";

/** Guesses before anything was measured. */
const FIRST_GUESS: Readonly<Record<Entry["kind"], number>> = { message: 56, turn: 220 };

export class Heights {
  readonly #known = new Map<string, number>();
  readonly #sums = { message: { total: 0, count: 0 }, turn: { total: 0, count: 0 } };

  /** The height an entry had, else what its kind has on average. */
  of(key: string, kind: Entry["kind"]): number {
    const { total, count } = this.#sums[kind];
    return this.#known.get(key) ?? (count === 0 ? FIRST_GUESS[kind] : Math.round(total / count));
  }

  /** Remember how tall an entry is drawn. */
  note(key: string, kind: Entry["kind"], height: number): void {
    const before = this.#known.get(key);
    const sum = this.#sums[kind];
    sum.total += height - (before ?? 0);
    if (before === undefined) sum.count += 1;
    this.#known.set(key, height);
  }
}
