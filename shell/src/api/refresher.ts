import type { QueryKey } from "./keys";

/** Events that come together make one refresh, not ten. */
const PAUSE = 80;

/** Reads stale answers anew: soon, together, and never over one that is still on its way. */
export class Refresher {
  readonly #read: (key: QueryKey) => Promise<unknown>;
  readonly #stale = new Map<string, QueryKey>();
  readonly #underWay = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(read: (key: QueryKey) => Promise<unknown>) {
    this.#read = read;
  }

  /** What these keys name is not up to date any more. */
  note(keys: readonly QueryKey[]): void {
    for (const key of keys) this.#stale.set(key.join("/"), key);
    this.#plan();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #plan(): void {
    const due = [...this.#stale.keys()].some((name) => !this.#underWay.has(name));
    if (due && !this.#stopped) this.#timer ??= setTimeout(() => this.#refresh(), PAUSE);
  }

  #refresh(): void {
    this.#timer = undefined;
    for (const [name, key] of [...this.#stale]) {
      // Begun anew with every event, an answer slower than the events come would never arrive.
      if (this.#underWay.has(name)) continue;
      this.#stale.delete(name);
      this.#underWay.add(name);
      const end = () => {
        this.#underWay.delete(name);
        this.#plan();
      };
      void this.#read(key).then(end, end);
    }
  }
}
