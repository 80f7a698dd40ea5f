/** One connection to the event log: an EventSource that is opened again whenever it ends, or the machine slept. */

import type { Batch } from "./feed";
import type { Event } from "./types";
import { onWake } from "./wake";

export type ConnectionStatus = "connecting" | "live" | "lost";

export interface ConnectionOptions {
  /** Event types to listen for: server-sent events are named by their type. */
  readonly types: readonly string[];
  /** Where to begin, asked at each opening. */
  readonly since: () => string;
  readonly receive: (batch: Batch<Event>) => void;
  readonly tell: (status: ConnectionStatus) => void;
  /** Runs before each reopening: catches up and finds out whether one may still come in. False gives up. */
  readonly mayReopen: () => Promise<boolean>;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8_000;

/** Open the connection; the answer closes it for good. */
export function openConnection(options: ConnectionOptions): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = FIRST_PAUSE;
  let closed = false;

  const open = () => {
    let after = options.since();
    const opened = new EventSource(`/v1/events?since=${encodeURIComponent(after)}`);
    source = opened;
    opened.onopen = () => {
      pause = FIRST_PAUSE;
      options.tell("live");
    };
    opened.onerror = () => {
      if (source !== opened) return;
      options.tell("lost");
      // While it says CONNECTING the browser comes back by itself, with Last-Event-ID.
      if (opened.readyState === EventSource.CLOSED) reopenLater();
    };
    const take = (message: MessageEvent<string>) => {
      const event = JSON.parse(message.data) as Event;
      options.receive({ after, events: [event] });
      after = event.seq;
    };
    for (const type of options.types) opened.addEventListener(type, take);
  };

  const reopenLater = () => {
    source?.close();
    clearTimeout(timer);
    timer = setTimeout(() => void reopen(), pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  };

  const reopen = async () => {
    const may = await options.mayReopen().catch(() => null);
    if (closed) return;
    if (may === true) {
      source?.close();
      open();
    } else if (may === null) {
      options.tell("lost");
      reopenLater();
    }
  };

  // After a sleep a dead connection still looks open, and a pause may have minutes to go: look at once.
  const stopWaking = onWake((slept) => {
    if (!slept && source?.readyState === EventSource.OPEN) return;
    clearTimeout(timer);
    pause = FIRST_PAUSE;
    void reopen();
  });

  options.tell("connecting");
  open();
  return () => {
    closed = true;
    clearTimeout(timer);
    stopWaking();
    source?.close();
  };
}
