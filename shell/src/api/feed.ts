/**
 * The feed: this tab's one place in the event log.
 *
 * Batches come from wherever they come (this tab's connection, another tab, a catch-up read); each
 * says after which event it begins. The feed lets every event through once, in the log's order: what
 * it has seen it drops, and where a piece is missing it reads the log itself. Cursors are opaque, so
 * they are only ever compared for equality. No DOM, no timers: everything it needs is given to it.
 */

/** What the feed needs to know of an event. */
export interface Sequenced {
  readonly seq: string;
}

/** Some events in the log's order, beginning right behind `after`. */
export interface Batch<E extends Sequenced> {
  readonly after: string;
  readonly events: readonly E[];
}

export interface FeedOptions<E extends Sequenced> {
  /** Read what stands behind a cursor, oldest first; an empty answer is the end of the log. */
  readonly read: (since: string) => Promise<readonly E[]>;
  /** Gets every event once, in order. */
  readonly deliver: (events: readonly E[]) => void;
  /** How many past events are kept for latecomers. */
  readonly keep?: number;
}

export class Feed<E extends Sequenced> {
  readonly #options: FeedOptions<E>;
  readonly #keep: number;
  #last: string;
  /** The cursor right before the oldest kept event. */
  #floor: string;
  #recent: E[] = [];
  #seen = new Set<string>();
  #catchingUp: Promise<void> | null = null;
  #waiting: Batch<E>[] = [];

  constructor(start: string, options: FeedOptions<E>) {
    this.#last = start;
    this.#floor = start;
    this.#options = options;
    this.#keep = options.keep ?? 4_000;
  }

  /** The cursor of the last event that was let through. */
  get last(): string {
    return this.#last;
  }

  /** Take a batch in. A gap before it starts a catch-up read; the promise ends when the batch is in. */
  async receive(batch: Batch<E>): Promise<void> {
    if (this.#catchingUp !== null) {
      this.#waiting.push(batch);
      return this.#catchingUp;
    }
    if (!this.#accept(batch)) await this.catchUp();
  }

  /** Read on from the last event to the end of the log. */
  catchUp(): Promise<void> {
    this.#catchingUp ??= this.#readOn();
    return this.#catchingUp;
  }

  /** The kept events behind a cursor, or null when that cursor is not among them. */
  behind(cursor: string): readonly E[] | null {
    if (cursor === this.#last) return [];
    if (cursor === this.#floor) return [...this.#recent];
    if (!this.#seen.has(cursor)) return null;
    const at = this.#recent.findLastIndex((event) => event.seq === cursor);
    return this.#recent.slice(at + 1);
  }

  async #readOn(): Promise<void> {
    try {
      for (;;) {
        const events = await this.#options.read(this.#last);
        if (events.length === 0) break;
        this.#letThrough(events);
      }
    } finally {
      // What came in meanwhile either follows on, or the next batch finds the gap and reads again.
      const waiting = this.#waiting;
      this.#waiting = [];
      this.#catchingUp = null;
      for (const batch of waiting) this.#accept(batch);
    }
  }

  #accept(batch: Batch<E>): boolean {
    const first = batch.events.findIndex((event) => !this.#seen.has(event.seq));
    if (first === -1) return true;
    const before = first === 0 ? batch.after : batch.events[first - 1]?.seq;
    if (before !== this.#last) return false;
    this.#letThrough(batch.events.slice(first));
    return true;
  }

  #letThrough(events: readonly E[]): void {
    const end = events.at(-1);
    if (end === undefined) return;
    for (const event of events) this.#seen.add(event.seq);
    this.#recent.push(...events);
    this.#last = end.seq;
    while (this.#recent.length > this.#keep) {
      for (const old of this.#recent.splice(0, Math.ceil(this.#keep / 4))) {
        this.#seen.delete(old.seq);
        this.#floor = old.seq;
      }
    }
    this.#options.deliver(events);
  }
}
