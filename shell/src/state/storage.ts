/** Small things a browser remembers as JSON. A full or forbidden storage only costs the memory, never the page. */

/** What was kept under a name, or the given value. */
export function readJson<T>(storage: Storage, name: string, otherwise: T): T {
  try {
    const kept = storage.getItem(name);
    return kept === null ? otherwise : (JSON.parse(kept) as T);
  } catch {
    return otherwise;
  }
}

/** Keep a value under a name. */
export function keepJson(storage: Storage, name: string, value: unknown): void {
  try {
    storage.setItem(name, JSON.stringify(value));
  } catch {
    // See above: the page goes on without it.
  }
}
