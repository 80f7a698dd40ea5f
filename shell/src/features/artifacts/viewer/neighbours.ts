/** What stands before and behind an artifact in the gallery. Pure. */

export interface Neighbours<T> {
  /** The place among all that are known, from 1; undefined when it is not among them. */
  readonly place: number | undefined;
  readonly previous: T | undefined;
  readonly next: T | undefined;
}

export function neighboursOf<T extends { readonly id: string }>(items: readonly T[], id: string): Neighbours<T> {
  const at = items.findIndex((item) => item.id === id);
  if (at === -1) return { place: undefined, previous: undefined, next: undefined };
  return { place: at + 1, previous: items[at - 1], next: items[at + 1] };
}
