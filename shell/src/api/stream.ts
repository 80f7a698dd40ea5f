/**
 * The one live event stream of the app, shared between tabs.
 *
 * `subscribe(filter, onEvents, { since })` gives every matching event behind `since` exactly once and
 * in order: what this tab already has, what is still on its way, and everything to come, a frame's
 * worth at a time. `useConnection` tells how the connection stands.
 */

import { create } from "zustand";

import { type ConnectionStatus, openConnection } from "./connection";
import { type Batch, Feed } from "./feed";
import { EVENT_TYPES } from "./invalidate";
import { joinTabs, type Tabs } from "./tabs";
import type { Event, EventType } from "./types";

export interface EventFilter {
  readonly topic?: string;
  readonly types?: readonly EventType[];
  readonly run?: string;
  readonly session?: string;
}

export type OnEvents = (events: readonly Event[]) => void;

/** How the stream reads the log where the live connection has a gap. */
export type ReadEvents = (since: string, filter: EventFilter) => Promise<readonly Event[]>;

/** What tabs tell each other. */
type Message =
  | { readonly kind: "batch"; readonly batch: Batch<Event> }
  | { readonly kind: "status"; readonly status: ConnectionStatus }
  | { readonly kind: "hello" };

interface Subscription {
  readonly filter: EventFilter;
  readonly onEvents: OnEvents;
  /** Events that came while this subscription finds its place; null once it is live. */
  held: Event[] | null;
}

export const useConnection = create<{ readonly status: ConnectionStatus }>(() => ({ status: "connecting" }));

/** Whether an event passes a filter. */
export function matches(filter: EventFilter, event: Event): boolean {
  return (
    (filter.topic === undefined || event.topic === filter.topic) &&
    (filter.types === undefined || filter.types.includes(event.data.type)) &&
    (filter.run === undefined || event.run === filter.run) &&
    (filter.session === undefined || event.session_id === filter.session)
  );
}

/** The stream of one app: a feed, those who listen to it, and a seat among the browser's tabs. */
export class Stream {
  readonly #read: ReadEvents;
  readonly #subscriptions = new Set<Subscription>();
  #feed: Feed<Event> | null = null;
  #tabs: Tabs<Message> | null = null;
  #leads = false;
  #queue: Event[] = [];
  #frame: (() => void) | null = null;
  #started: Deferred<Feed<Event>> = deferred();

  constructor(read: ReadEvents) {
    this.#read = read;
  }

  /** Begin at this cursor. Beginning again (after another sign-in, say) leaves the subscriptions in place. */
  start(cursor: string): void {
    this.stop();
    const feed = new Feed<Event>(cursor, {
      read: (since) => this.#read(since, {}),
      deliver: (events) => this.#enqueue(events),
    });
    this.#feed = feed;
    this.#tabs = joinTabs<Message>({
      name: "aule.events",
      lead: () => this.#lead(feed),
      hear: (message) => this.#hear(feed, message),
    });
    this.#started.resolve(feed);
    this.#tabs.tell({ kind: "hello" });
    void feed.catchUp().catch(() => undefined);
  }

  /** Close the connection. */
  stop(): void {
    if (this.#feed === null) return;
    this.#tabs?.leave();
    this.#tabs = null;
    this.#feed = null;
    this.#started = deferred();
  }

  subscribe(filter: EventFilter, onEvents: OnEvents, options: { readonly since?: string } = {}): () => void {
    this.#flush();
    const subscription: Subscription = { filter, onEvents, held: options.since === undefined ? null : [] };
    this.#subscriptions.add(subscription);
    if (options.since !== undefined) void this.#place(subscription, options.since).catch(() => undefined);
    return () => this.#subscriptions.delete(subscription);
  }

  /** Bring a subscription from its snapshot's cursor to the live edge without a gap or a repetition. */
  async #place(subscription: Subscription, since: string): Promise<void> {
    const feed = this.#feed ?? (await this.#started.promise);
    let missed = feed.behind(since);
    if (missed === null) {
      // The snapshot may be newer than this tab's feed: then its cursor lies ahead, and reading on finds it.
      await feed.catchUp();
      missed = feed.behind(since);
    }
    if (missed === null) {
      // Older than all this tab has kept: the log knows.
      const read = await this.#readAll(since, subscription.filter);
      const known = new Set(read.map((event) => event.seq));
      this.#flush();
      missed = [...read, ...(subscription.held ?? []).filter((event) => !known.has(event.seq))];
    } else {
      this.#flush();
    }
    subscription.held = null;
    this.#hand(
      subscription,
      missed.filter((event) => matches(subscription.filter, event)),
    );
  }

  async #readAll(since: string, filter: EventFilter): Promise<readonly Event[]> {
    const all: Event[] = [];
    for (let cursor = since; ; ) {
      const page = await this.#read(cursor, filter);
      const end = page.at(-1);
      if (end === undefined) return all;
      all.push(...page);
      cursor = end.seq;
    }
  }

  #lead(feed: Feed<Event>): () => void {
    this.#leads = true;
    const close = openConnection({
      types: EVENT_TYPES,
      since: () => feed.last,
      receive: (batch) => {
        this.#tabs?.tell({ kind: "batch", batch });
        void feed.receive(batch).catch(() => undefined);
      },
      tell: (status) => this.#tell(status),
      mayReopen: async () => {
        await feed.catchUp();
        return this.#feed === feed;
      },
    });
    return () => {
      this.#leads = false;
      close();
    };
  }

  #tell(status: ConnectionStatus): void {
    useConnection.setState({ status });
    this.#tabs?.tell({ kind: "status", status });
  }

  #hear(feed: Feed<Event>, message: Message): void {
    if (message.kind === "hello") {
      if (this.#leads) this.#tabs?.tell({ kind: "status", status: useConnection.getState().status });
    } else if (!this.#leads) {
      if (message.kind === "status") useConnection.setState({ status: message.status });
      else void feed.receive(message.batch).catch(() => undefined);
    }
  }

  #enqueue(events: readonly Event[]): void {
    this.#queue.push(...events);
    this.#frame ??= nextFrame(() => this.#flush());
  }

  #flush(): void {
    this.#frame?.();
    this.#frame = null;
    if (this.#queue.length === 0) return;
    const events = this.#queue;
    this.#queue = [];
    for (const subscription of this.#subscriptions) {
      const passed = events.filter((event) => matches(subscription.filter, event));
      if (subscription.held === null) this.#hand(subscription, passed);
      else subscription.held.push(...passed);
    }
  }

  #hand(subscription: Subscription, events: readonly Event[]): void {
    if (events.length > 0 && this.#subscriptions.has(subscription)) subscription.onEvents(events);
  }
}

/** Once, with the next painted frame; hidden tabs paint none, there a timer does it. The answer calls it off. */
function nextFrame(then: () => void): () => void {
  if (document.visibilityState === "visible") {
    const frame = requestAnimationFrame(then);
    return () => cancelAnimationFrame(frame);
  }
  const timer = setTimeout(then, 50);
  return () => clearTimeout(timer);
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
