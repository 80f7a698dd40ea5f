import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { type EventFilter, matches, Stream, useConnection } from "./stream";
import type { Event } from "./types";

function spoke(number: number, run = "run_a", session = "conv_a"): Event {
  return {
    seq: `s${number}`,
    ts: "2026-01-01T10:00:00.000Z",
    topic: "turn",
    type: "turn.spoke",
    session_id: session,
    run,
    data: { type: "turn.spoke", step: 1, delta: String(number) },
  };
}

/** The browser's EventSource, in the hands of the test. */
class Wire extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Wire[] = [];
  readonly url: string;
  readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(url: string) {
    super();
    this.url = url;
    Wire.opened.push(this);
  }

  close(): void {
    this.readyState = Wire.CLOSED;
  }

  send(event: Event): void {
    this.dispatchEvent(new MessageEvent(event.data.type, { data: JSON.stringify(event) }));
  }
}

describe("the stream", () => {
  let log: Event[];
  let heard: string[];
  const read = async (since: string, filter: EventFilter) => {
    const from = log.findIndex((event) => event.seq === since) + 1;
    return log.slice(from).filter((event) => matches(filter, event)).slice(0, 3);
  };
  const wire = () => {
    const last = Wire.opened.at(-1);
    if (last === undefined) throw new Error("nothing was opened");
    return last;
  };
  const commit = (...events: Event[]) => {
    log.push(...events);
    for (const event of events) wire().send(event);
  };
  const settle = () => vi.advanceTimersByTimeAsync(100);
  const hear = (events: readonly Event[]) => heard.push(...events.map((event) => event.seq));

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("EventSource", Wire);
    Wire.opened = [];
    log = [];
    heard = [];
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("hands a frame's events over together, each once", async () => {
    const stream = new Stream(read);
    const frames: string[][] = [];
    stream.subscribe({}, (events) => frames.push(events.map((event) => event.seq)));
    stream.start("s0");
    commit(spoke(1), spoke(2));
    wire().send(spoke(2));
    await settle();
    commit(spoke(3));
    await settle();
    expect(frames).toEqual([["s1", "s2"], ["s3"]]);
    stream.stop();
  });

  it("brings a subscriber from its snapshot to the live edge, wherever the snapshot was taken", async () => {
    const stream = new Stream(read);
    stream.start("s0");
    commit(spoke(1), spoke(2), spoke(3));
    await settle();
    log.push(spoke(4), spoke(5)); // Committed, but not here yet: the snapshot below already has them.
    const places = { start: [] as string[], behind: [] as string[], level: [] as string[], ahead: [] as string[] };
    const into = (name: keyof typeof places) => (events: readonly Event[]) =>
      places[name].push(...events.map((event) => event.seq));
    stream.subscribe({}, into("start"), { since: "s0" });
    stream.subscribe({}, into("behind"), { since: "s1" });
    stream.subscribe({}, into("level"), { since: "s3" });
    stream.subscribe({}, into("ahead"), { since: "s5" });
    await settle();
    wire().send(spoke(4));
    wire().send(spoke(5));
    commit(spoke(6));
    await settle();
    expect(places).toEqual({
      start: ["s1", "s2", "s3", "s4", "s5", "s6"],
      behind: ["s2", "s3", "s4", "s5", "s6"],
      level: ["s4", "s5", "s6"],
      ahead: ["s6"],
    });
    stream.stop();
  });

  it("reads the log for a snapshot older than all it has kept", async () => {
    log = [spoke(1), spoke(2, "run_b"), spoke(3), spoke(4), spoke(5)];
    const stream = new Stream(read);
    stream.start("s5");
    stream.subscribe({ run: "run_a" }, hear, { since: "s1" });
    commit(spoke(6));
    await settle();
    commit(spoke(7));
    await settle();
    expect(heard).toEqual(["s3", "s4", "s5", "s6", "s7"]);
    stream.stop();
  });

  it("keeps a subscription that came before the start", async () => {
    const stream = new Stream(read);
    log = [spoke(1)];
    stream.subscribe({}, hear, { since: "s0" });
    stream.start("s1");
    await settle();
    expect(heard).toEqual(["s1"]);
    stream.stop();
  });

  it("opens again where it stood, after catching up, when the connection is refused", async () => {
    const stream = new Stream(read);
    stream.subscribe({}, hear);
    stream.start("s0");
    wire().onopen?.();
    commit(spoke(1));
    wire().close();
    wire().onerror?.();
    expect(useConnection.getState().status).toBe("lost");
    log.push(spoke(2));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(Wire.opened.map((each) => each.url)).toEqual(["/v1/events?since=s0", "/v1/events?since=s2"]);
    wire().onopen?.();
    commit(spoke(3));
    await settle();
    expect({ heard, status: useConnection.getState().status }).toEqual({ heard: ["s1", "s2", "s3"], status: "live" });
    stream.stop();
  });

  it("passes only what the filter asks for", () => {
    const event = spoke(1, "run_b", "conv_b");
    const filters: readonly EventFilter[] = [
      {},
      { run: "run_b" },
      { run: "run_a" },
      { session: "conv_b" },
      { session: "conv_a" },
      { topic: "turn", types: ["turn.spoke"] },
      { types: ["run.started"] },
    ];
    expect(filters.map((filter) => matches(filter, event))).toEqual([true, true, false, true, false, true, false]);
  });
});
