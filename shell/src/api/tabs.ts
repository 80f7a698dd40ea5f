/**
 * Several tabs, one connection: browsers allow few connections to one server.
 *
 * The tab that holds the lock leads: it alone is connected and tells the others. When it closes, the
 * next one gets the lock. Where a browser has no locks or channels, every tab leads for itself.
 */

export interface TabsOptions<Message> {
  readonly name: string;
  /** Become the one that is connected; the answer ends that. */
  readonly lead: () => () => void;
  readonly hear: (message: Message) => void;
}

export interface Tabs<Message> {
  /** Tell all other tabs. */
  readonly tell: (message: Message) => void;
  readonly leave: () => void;
}

/** Join the other tabs of this browser. */
export function joinTabs<Message>(options: TabsOptions<Message>): Tabs<Message> {
  if (!("locks" in navigator) || typeof BroadcastChannel === "undefined") {
    return { tell: () => undefined, leave: options.lead() };
  }
  const channel = new BroadcastChannel(options.name);
  channel.onmessage = (message: MessageEvent<Message>) => options.hear(message.data);

  const left = new AbortController();
  const held = new Promise<void>((resolve) => left.signal.addEventListener("abort", () => resolve()));
  navigator.locks
    .request(options.name, { signal: left.signal }, async () => {
      const stop = options.lead();
      await held;
      stop();
    })
    .catch(() => undefined); // Leaving before it was our turn is no error.

  return {
    tell: (message) => channel.postMessage(message),
    leave: () => {
      left.abort();
      channel.close();
    },
  };
}
