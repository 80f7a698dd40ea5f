/** A run's events folded into what happened, one item a line. Pure: the same for stored and live events. */

import type { Event, Fact, FactOf, Result } from "@/api";
import { NOTHING_PRINTED, type Printed, printedAfter } from "./printed";

/** Pieces of one answer or thought, put together. */
export interface Words {
  readonly kind: "words";
  readonly key: string;
  readonly ts: string;
  readonly said: "thought" | "spoke";
  readonly text: string;
  /** How long the model took; undefined while it still speaks. */
  readonly duration?: number;
}

/** A call with what became of it. */
export interface Called {
  readonly kind: "call";
  readonly key: string;
  readonly ts: string;
  readonly title: string;
  readonly params?: unknown;
  readonly progress?: string;
  /** What it printed, when it is a command. */
  readonly printed?: Printed;
  /** Undefined while it goes on. */
  readonly result?: Result;
}

/** Anything that is a line by itself. */
export interface Happened {
  readonly kind: "fact";
  readonly key: string;
  readonly ts: string;
  readonly fact: Fact;
}

export type Item = Words | Called | Happened;

/** What happened, in order. */
export function storyOf(events: readonly Event[]): readonly Item[] {
  const items = new Map<string, Item>();
  for (const event of events) {
    for (const item of fold(event, (key) => items.get(key))) items.set(item.key, item);
  }
  return [...items.values()];
}

/** The item that tells an event: pieces of one answer and what became of one call share theirs. */
export function keyOfEvent({ seq, data: fact }: Event): string {
  switch (fact.type) {
    case "turn.thought":
      return keyOf("thought", fact.step);
    case "turn.spoke":
    case "turn.stepped":
      return keyOf("spoke", fact.step);
    case "call.started":
    case "call.progressed":
    case "call.printed":
    case "call.completed":
    case "call.failed":
      return fact.id;
    default:
      return seq;
  }
}

type Known = (key: string) => Item | undefined;

function fold(event: Event, known: Known): readonly Item[] {
  const { ts, seq, data: fact } = event;
  switch (fact.type) {
    case "turn.thought":
      return [piece("thought", fact.step, fact.delta, ts, known)];
    case "turn.spoke":
      return [piece("spoke", fact.step, fact.delta, ts, known)];
    case "turn.stepped":
      return stepped(fact, ts, known);
    case "call.started":
      return [{ kind: "call", key: fact.id, ts, title: fact.title, params: fact.params }];
    case "call.progressed": {
      const before = known(fact.id);
      return before?.kind === "call" ? [{ ...before, progress: fact.message }] : [];
    }
    case "call.printed": {
      const before = known(fact.id);
      return before?.kind === "call" ? [{ ...before, printed: printedAfter(before.printed ?? NOTHING_PRINTED, fact) }] : [];
    }
    case "call.completed":
    case "call.failed": {
      const before = known(fact.id);
      const call: Called = before?.kind === "call" ? before : { kind: "call", key: fact.id, ts, title: fact.capability };
      return [{ ...call, result: fact.result }];
    }
    default:
      return [{ kind: "fact", key: seq, ts, fact }];
  }
}

const keyOf = (said: Words["said"], step: number) => `${said}/${step}`;

function piece(said: Words["said"], step: number, delta: string, ts: string, known: Known): Words {
  const key = keyOf(said, step);
  const before = known(key);
  const start: Words = before?.kind === "words" ? before : { kind: "words", key, ts, said, text: "" };
  return { ...start, text: start.text + delta };
}

/** A complete response takes the place of its pieces. */
function stepped(fact: FactOf<"turn.stepped">, ts: string, known: Known): readonly Item[] {
  const whole = (said: Words["said"], text: string, duration: number): Words => {
    const key = keyOf(said, fact.step);
    return { kind: "words", key, ts: known(key)?.ts ?? ts, said, text, duration };
  };
  return [
    ...(fact.thought === "" ? [] : [whole("thought", fact.thought, 0)]),
    ...(fact.text === "" ? [] : [whole("spoke", fact.text, fact.duration_ms)]),
  ];
}
