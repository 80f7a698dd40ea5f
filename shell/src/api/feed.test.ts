import { describe, expect, it } from "vitest";

import { Feed } from "./feed";

interface Entry {
  readonly seq: string;
}

const LOG: readonly Entry[] = Array.from({ length: 200 }, (_, index) => ({ seq: `e${index}` }));
const cursor = (index: number) => (index === 0 ? "start" : `e${index - 1}`);
const at = (since: string) => (since === "start" ? 0 : LOG.findIndex((entry) => entry.seq === since) + 1);

/** A small seeded generator, so that a failing case can be run again. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function feedOf(committed: () => number, options: { readonly keep?: number } = {}) {
  const delivered: string[] = [];
  let reads = 0;
  const feed = new Feed<Entry>("start", {
    ...options,
    read: async (since) => {
      reads += 1;
      return LOG.slice(at(since), Math.min(at(since) + 7, committed()));
    },
    deliver: (events) => delivered.push(...events.map((event) => event.seq)),
  });
  return { feed, delivered, reads: () => reads };
}

describe("a feed", () => {
  it("lets every event through once and in order, whatever batches come", async () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const roll = dice(seed);
      let committed = 0;
      const { feed, delivered } = feedOf(() => committed);
      const under: Promise<void>[] = [];
      while (committed < LOG.length) {
        committed = Math.min(LOG.length, committed + 1 + roll(9));
        // Batches overlap, repeat, and leave gaps, as two tabs and cut connections make them.
        const from = Math.max(0, committed - roll(14));
        if (roll(4) > 0) under.push(feed.receive({ after: cursor(from), events: LOG.slice(from, committed) }));
        if (roll(3) === 0) await Promise.all(under);
      }
      await Promise.all(under);
      await feed.catchUp();
      expect(delivered, `seed ${seed}`).toEqual(LOG.map((entry) => entry.seq));
    }
  });

  it("reads nothing when batches follow on", async () => {
    const { feed, delivered, reads } = feedOf(() => 3);
    await feed.receive({ after: "start", events: LOG.slice(0, 2) });
    await feed.receive({ after: "e1", events: LOG.slice(2, 3) });
    expect({ delivered, reads: reads() }).toEqual({ delivered: ["e0", "e1", "e2"], reads: 0 });
  });

  it("goes on after a read that failed", async () => {
    const delivered: string[] = [];
    let broken = true;
    const feed = new Feed<Entry>("start", {
      read: async (since) => {
        if (broken) throw new Error("no connection");
        return LOG.slice(at(since), 5);
      },
      deliver: (events) => delivered.push(...events.map((event) => event.seq)),
    });
    await expect(feed.receive({ after: "e2", events: LOG.slice(3, 4) })).rejects.toThrow("no connection");
    broken = false;
    await feed.receive({ after: "e3", events: LOG.slice(4, 5) });
    expect(delivered).toEqual(["e0", "e1", "e2", "e3", "e4"]);
  });

  it("tells what stands behind a cursor it still keeps, and says so when it does not", async () => {
    const { feed } = feedOf(() => 20, { keep: 8 });
    expect(feed.behind("start")).toEqual([]);
    await feed.catchUp();
    expect(feed.behind("e19")).toEqual([]);
    expect(feed.behind("e17")).toEqual([{ seq: "e18" }, { seq: "e19" }]);
    expect(feed.behind("start")).toBeNull();
    expect(feed.behind("e99")).toBeNull();
  });
});
