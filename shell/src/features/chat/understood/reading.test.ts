import { describe, expect, test } from "vitest";

import type { Approval, Event, Understood } from "@/api";
import { fold, openChat } from "../fold";
import { approval, detail, event, events, message, result, run, understood, understoodCall, understoodValue } from "../fold.fixtures";
import type { Chat } from "../model";
import { changedValue, likelyOf, otherReading, toldOf } from "./reading";

const MARK = "school.mark";
const turma = understoodValue("turma", "name", "8B", { said: "8B" });
const day = understoodValue("dia", "day", "2026-03-27", { label: "data", said: "dia 27" });
const marked = understoodCall(MARK, [turma, day]);
const listed = understoodCall("school.list", [turma]);

const chosen = (tier: 0 | 2): Event[] => events("run_1", { type: "model.chosen", provider: "p", model: "m", tier, why: "", why_code: null });

function asked(reading: Understood, more: readonly Event[] = []): Chat {
  return fold(openChat(detail()), [
    event("run_1", { type: "run.started", started: run("run_1"), worker: null }),
    event("run_1", { type: "message.added", message: message("msg_1", { content: reading.words, run: "run_1" }) }),
    ...events("run_1", { type: "turn.understood", understood: reading }),
    ...more,
  ]);
}

const card = (capability: string, more: Partial<Approval> = {}): Event[] =>
  events(
    "run_1",
    { type: "approval.requested", approval: approval("apr_1", { call: { id: "call_1", capability, params: {}, bound_params: null, idempotency_key: "k", edits: {}, within: null }, ...more }) },
    { type: "run.waiting", approvals: ["apr_1"] },
  );

const finished: Event[] = events("run_1", { type: "run.finished", status: "done", usage: { tokens_in: 0, tokens_out: 0, cost: 0, model_calls: 0 }, error: null });

const view = (chat: Chat) => {
  const found = chat.runs.run_1;
  if (found === undefined) throw new Error("no run");
  return found;
};

const told = (chat: Chat, last = true) => toldOf(chat, view(chat), last);
const openOnes = (chat: Chat) => told(chat)?.calls.map(({ open }) => open);

describe("values", () => {
  test("of a call whose card waits may be changed, and no longer once it was decided", () => {
    const waiting = asked(understood([marked]), card(MARK));
    expect(told(waiting)?.calls).toEqual([{ call: marked, values: [turma, day], open: true }]);
    const granted = approval("apr_1", { status: "granted", option: "approve" });
    expect(openOnes(fold(waiting, events("run_1", { type: "approval.granted", approval: granted })))).toEqual([false]);
  });

  test("of an answer are only read", () => {
    expect(openOnes(asked(understood([listed]), [...chosen(0), ...finished]))).toEqual([false]);
  });

  test("of a plan that waits may be changed where it was shown last", () => {
    const shows = (id: string, of: string, ts: string) => event(of, { type: "message.added", message: message(id, { role: "assistant", run: of, plan: "abc", ts }) });
    const pending = approval("apr_1", { kind: "plan", run: null, call: null, subject: "plan:abc" });
    const planned = asked(understood([marked]), [shows("msg_2", "run_1", "2026-01-01T10:00:01.000Z"), event(null, { type: "approval.requested", approval: pending }), ...finished]);
    expect(openOnes(planned)).toEqual([true]);
    const again = fold(planned, [event("run_2", { type: "run.started", started: run("run_2"), worker: null }), shows("msg_3", "run_2", "2026-01-01T10:00:02.000Z")]);
    expect(openOnes(again)).toEqual([false]);
  });

  test("of each of several wishes may be changed until it was made, of several alike in their order", () => {
    const both = asked(understood([{ ...listed }, listed, marked]), card(MARK));
    expect(openOnes(both)).toEqual([true, true, true]);
    const made = fold(both, events("run_1", { type: "call.completed", id: "call_0", capability: listed.capability, result }));
    expect(openOnes(made)).toEqual([false, true, true]);
  });

  test("of a call that did not work may be changed while nothing was said after, but not those of what was done", () => {
    const wrong = { ...result, ok: false };
    const tried = events(
      "run_1",
      { type: "call.completed", id: "call_0", capability: listed.capability, result },
      { type: "call.failed", id: "call_1", capability: MARK, result: wrong },
    );
    const chat = asked(understood([listed, marked]), [...chosen(0), ...tried, ...finished]);
    expect(openOnes(chat)).toEqual([false, true]);
    expect(told(chat, false)?.calls.map(({ open }) => open)).toEqual([false, false]);
    expect(changedValue(chat, view(chat), marked, { value: turma, to: "9C", words: "9C" }).meant).toEqual({
      calls: [{ capability: MARK, params: { turma: "9C", dia: "2026-03-27" } }],
    });
  });

  test("beside a model's answer are told only for calls it made or asks for", () => {
    const reading = understood([marked], { unused: ["em março"], others: [listed] });
    expect(told(asked(reading, [...chosen(2), ...finished]))).toBeNull();
    expect(told(asked(reading, [...chosen(2), ...card(MARK)]))).toMatchObject({ calls: [{ open: true }], unused: [], others: [] });
    expect(told(asked(reading, [...chosen(2), ...card("school.other")]))).toBeNull();
  });

  test("that are all the words, or none, are not repeated", () => {
    const whole = understoodCall("planner.plan", [understoodValue("request", "message", "plan a test")]);
    expect(told(asked(understood([whole])))).toBeNull();
  });
});

describe("other readings", () => {
  const reading = understood([marked], { words: "põe a prova", others: [listed, listed, listed, listed], unused: ["em março"] });

  test("are offered, three at most, while nothing was said after", () => {
    const chat = asked(reading, finished);
    expect(told(chat)?.others).toHaveLength(3);
    expect(told(chat, false)).toMatchObject({ others: [], unused: ["em março"] });
  });

  test("of less than one in a hundred are not told", () => {
    const faint = understoodCall("school.faint", [], { share: 0.0049 });
    expect(told(asked(understood([marked], { others: [faint, listed] }), finished))?.others).toEqual([listed]);
    expect(likelyOf([faint, listed])).toEqual([listed]);
  });

  test("wait until nothing is under way", () => {
    expect(told(asked(reading))?.others).toEqual([]);
    expect(told(asked(reading, card(MARK)))?.others).toHaveLength(3);
  });

  test("stand openly where nothing was taken, unless a question offers them", () => {
    const undecided = { ...reading, decision: "choose" as const, others: [listed] };
    expect(told(asked(undecided, finished))).toMatchObject({ calls: [], others: [marked, listed], undecided: true });
    expect(told(asked(undecided, card(MARK, { kind: "question" })))?.others).toEqual([]);
  });
});

describe("putting right", () => {
  test("a value keeps the others and says what changed", () => {
    const chat = asked(understood([marked]), card(MARK));
    expect(changedValue(chat, view(chat), marked, { value: day, to: "2026-03-28", words: "28 Mar 2026" })).toEqual({
      text: "data: 28 Mar 2026",
      attached: [],
      meant: { calls: [{ capability: MARK, params: { turma: "8B", dia: "2026-03-28" } }] },
    });
  });

  test("a value of one of several calls takes the others along, but not those that were made", () => {
    const both = asked(understood([marked, listed]), card(MARK));
    const change = { value: day, to: "2026-03-28", words: "28 Mar" };
    const calls = [{ capability: MARK, params: { turma: "8B", dia: "2026-03-28" } }, { capability: "school.list", params: { turma: "8B" } }];
    expect(changedValue(both, view(both), marked, change).meant).toEqual({ calls });
    const made = fold(both, events("run_1", { type: "call.completed", id: "call_0", capability: listed.capability, result }));
    expect(changedValue(made, view(made), marked, change).meant).toEqual({ calls: calls.slice(0, 1) });
  });

  test("the reading says the same words with the values it found", () => {
    const chat = asked(understood([marked], { words: "põe a prova", others: [listed] }), finished);
    expect(otherReading(chat, view(chat), listed)).toEqual({ text: "põe a prova", attached: [], meant: { calls: [{ capability: "school.list", params: { turma: "8B" } }] } });
  });
});
