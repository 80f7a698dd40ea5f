import { describe, expect, test } from "vitest";

import type { Event, Fact, Run } from "@/api";
import { fold, openChat, prependChat, renewChat } from "./fold";
import { approval, change, CONVERSATION, detail, event, events, message, result, run, stepped, understood, understoodCall, understoodValue, usage } from "./fold.fixtures";
import type { Chat } from "./model";
import {
  activityOf,
  answerOf,
  approvalsOf,
  entryOf,
  gistOf,
  isSameTurn,
  keyOf,
  lastSaid,
  lastShowing,
  openQuestion,
  openTurn,
  planRun,
  questionOf,
  runOfPlan,
  tokensOf,
  unaskedChanges,
  usageOf,
} from "./select";

const empty = () => openChat(detail());

const view = (chat: Chat, id = "run_1") => {
  const found = chat.runs[id];
  if (found === undefined) throw new Error(`no run ${id}`);
  return found;
};

const asked = (): Event[] => [
  event("run_1", { type: "run.started", started: run("run_1"), worker: null }),
  event("run_1", { type: "message.added", message: message("msg_1", { content: "Hello", run: "run_1" }) }),
];

const spoke = (step: number, delta: string): Fact => ({ type: "turn.spoke", step, delta });

const answered = (content: string): Event[] =>
  events(
    "run_1",
    {
      type: "message.added",
      message: message("msg_2", { role: "assistant", content, run: "run_1" }),
    },
    { type: "run.finished", status: "done", usage: { tokens_in: 10, tokens_out: 5, cost: 0, model_calls: 1 }, error: null },
  );

describe("a plain answer", () => {
  test("grows piece by piece and ends as the message", () => {
    let chat = fold(empty(), asked());
    expect(openTurn(chat)?.id).toBe("run_1");
    expect(activityOf(view(chat))).toEqual({ kind: "thinking" });
    chat = fold(chat, events("run_1", spoke(1, "Hel"), spoke(1, "lo!")));
    expect(answerOf(chat, view(chat))).toBe("Hello!");
    expect(activityOf(view(chat))).toEqual({ kind: "writing" });
    chat = fold(chat, [...events("run_1", stepped(1, "Hello!")), ...answered("Hello!")]);
    expect(answerOf(chat, view(chat))).toBe("Hello!");
    expect(chat.entries).toEqual([
      { kind: "message", id: "msg_1" },
      { kind: "turn", run: "run_1" },
    ]);
    expect(openTurn(chat)).toBeNull();
    expect(tokensOf(view(chat))).toBe(15);
  });

  test("knows the words that led to it", () => {
    const chat = fold(empty(), [...asked(), ...answered("Hi")]);
    expect(questionOf(chat, "run_1")?.content).toBe("Hello");
  });

  test("stands behind its question, whichever was recorded first", () => {
    const [started, said] = asked();
    const expected = [
      { kind: "message", id: "msg_1" },
      { kind: "turn", run: "run_1" },
    ];
    expect(fold(empty(), [started, said].filter((each) => each !== undefined)).entries).toEqual(expected);
    expect(fold(empty(), [said, started].filter((each) => each !== undefined)).entries).toEqual(expected);
  });

  test("of another conversation changes nothing", () => {
    const before = fold(empty(), asked());
    const foreign = event("run_9", { type: "run.started", started: run("run_9"), worker: null }, "conv_other");
    expect(fold(before, [foreign])).toBe(before);
  });
});

describe("a snapshot", () => {
  const whole = () => [
    ...asked(),
    ...events("run_1", stepped(1, "Somebody else knows.", ["call_0"])),
    event("run_2", { type: "run.started", started: run("run_2", { parent: "run_1", kind: "delegate" }), worker: null }),
    ...events("run_2", spoke(1, "Here"), stepped(1, "Here"), { type: "run.finished", status: "done", usage, error: null }),
    ...events("run_1", stepped(2, "", ["call_1"]), {
      type: "call.started",
      id: "call_1",
      capability: "core.write_file",
      title: "Write a file",
      effect: "write",
      params: { path: "a.md" },
      approval: null, runtime: "",
    }),
  ];

  test("in the middle of a turn and the events after it give what living through it gives", () => {
    const all = [
      ...whole(),
      ...events("run_1", { type: "call.completed", id: "call_1", capability: "core.write_file", result }, spoke(3, "Do"), spoke(3, "ne"), stepped(3, "Done")),
      ...answered("Done"),
    ];
    const lived = fold(empty(), all);
    for (let cut = 2; cut <= all.length; cut++) {
      const snapshot = snapshotOf(all.slice(0, cut));
      const reloaded = fold(openChat(snapshot), all.slice(cut));
      expect(reloaded).toEqual(lived);
    }
  });

  test("brings older messages in front, once", () => {
    const chat = openChat(detail({ messages: [message("msg_5", { content: "new" })], before: "msg_5" }));
    const older = detail({ messages: [message("msg_1", { content: "old" }), message("msg_5", { content: "new" })] });
    const both = prependChat(chat, older);
    expect(both.entries).toEqual([
      { kind: "message", id: "msg_1" },
      { kind: "message", id: "msg_5" },
    ]);
    expect(both.before).toBeNull();
  });
});

describe("work", () => {
  test("stands in the order it happened, with sub-agents in their place", () => {
    const chat = fold(empty(), [
      ...asked(),
      ...events("run_1", { type: "turn.thought", step: 1, delta: "Hmm" }, stepped(1, "Let me look.", ["call_1"])),
      event("run_2", { type: "run.started", started: run("run_2", { parent: "run_1", kind: "delegate" }), worker: null }),
      ...events("run_2", stepped(1, "Found it")),
      ...events("run_1", { type: "call.completed", id: "call_1", capability: "core.write_file", result }),
    ]);
    expect(view(chat).trace).toEqual([
      { kind: "step", index: 1 },
      { kind: "call", id: "call_1" },
      { kind: "child", run: "run_2" },
    ]);
    expect(chat.entries).toHaveLength(2);
    expect(answerOf(chat, view(chat))).toBe("");
    expect(answerOf(chat, view(chat, "run_2"))).toBe("Found it");
    expect(gistOf(chat, view(chat))).toMatchObject({ calls: 1, children: 1 });
  });

  test("that is called shows progress, then the result", () => {
    const started: Fact = {
      type: "call.started",
      id: "call_1",
      capability: "core.write_file",
      title: "Write a file",
      effect: "write",
      params: { path: "a.md" },
      approval: null, runtime: "",
    };
    let chat = fold(empty(), [...asked(), ...events("run_1", stepped(1, "", ["call_1"]), started)]);
    expect(activityOf(view(chat))).toMatchObject({ kind: "calling", call: { title: "Write a file" } });
    chat = fold(chat, events("run_1", { type: "call.progressed", id: "call_1", message: "half", fraction: 0.5 }));
    expect(view(chat).calls.call_1?.progress).toEqual({ message: "half", fraction: 0.5 });
    chat = fold(chat, events("run_1", { type: "call.failed", id: "call_1", capability: "core.write_file", result }));
    expect(view(chat).calls.call_1).toMatchObject({ status: "failed", progress: null, result });
  });

  test("that went on after a restart says its last response anew", () => {
    const chat = fold(empty(), [
      ...asked(),
      ...events("run_1", spoke(1, "Half a sen"), { type: "run.resumed", reason: "restart", worker: null }, spoke(1, "A whole sentence.")),
    ]);
    expect(answerOf(chat, view(chat))).toBe("A whole sentence.");
    expect(view(chat).trace.at(-1)).toMatchObject({ kind: "note", note: { kind: "restarted" } });
  });
});

describe("a decision", () => {
  const waiting = () => [
    ...asked(),
    ...events("run_1", stepped(1, "", ["call_1"]), { type: "approval.requested", approval: approval("apr_1") }, { type: "run.waiting", approvals: ["apr_1"] }),
  ];

  test("waits in its turn and holds it", () => {
    const chat = fold(empty(), waiting());
    expect(approvalsOf(chat, "run_1").map((each) => each.id)).toEqual(["apr_1"]);
    expect(activityOf(view(chat))).toEqual({ kind: "waiting" });
  });

  test("that is a question takes the words that are typed; one that is a write takes none", () => {
    expect(openQuestion(fold(empty(), waiting()), "run_1")).toBeNull();
    const options = [{ id: "yes", label: "Yes", input: false, expects: null }, { id: "own", label: "Own words", input: true, expects: null }];
    const question = approval("apr_2", { kind: "question", options });
    const requested = fold(empty(), [...asked(), ...events("run_1", { type: "approval.requested", approval: question })]);
    expect(openQuestion(requested, "run_1")).toEqual({ approval: question, option: "own" });
    const answered = { ...question, status: "granted" as const, option: "own" };
    expect(openQuestion(fold(requested, events("run_1", { type: "approval.granted", approval: answered })), "run_1")).toBeNull();
  });

  test("of a sub-agent shows in the turn that started it", () => {
    const chat = fold(empty(), [
      ...asked(),
      event("run_2", { type: "run.started", started: run("run_2", { parent: "run_1", kind: "delegate" }), worker: null }),
      event("run_2", { type: "approval.requested", approval: approval("apr_2", { run: "run_2" }) }),
    ]);
    expect(approvalsOf(chat, "run_1").map((each) => each.id)).toEqual(["apr_2"]);
  });

  test("goes on when it is made, and what it changes is told by its card", () => {
    const granted = approval("apr_1", { status: "granted", option: "approve" });
    const chat = fold(empty(), [
      ...waiting(),
      ...events("run_1", { type: "approval.granted", approval: granted }, { type: "run.resumed", reason: "decision", worker: null }, { type: "change.recorded", change: change("chg_1") }),
    ]);
    expect(view(chat).run.status).toBe("executing");
    expect(unaskedChanges(chat, "run_1")).toEqual(new Map());
  });

  test("that was not needed leaves the change to be shown by the turn", () => {
    const chat = fold(empty(), [
      ...asked(),
      ...events("run_1", { type: "change.recorded", change: change("chg_1", { call: "call_9" }) }),
    ]);
    expect(unaskedChanges(chat, "run_1")).toEqual(new Map([["run_1", new Set(["chg_1"])]]));
  });
});

test("a turn that nothing happened in is the same turn, whatever happens beside it", () => {
  const before = fold(empty(), [...asked(), ...answered("Hi")]);
  const beside = fold(before, [
    event("run_5", { type: "run.started", started: run("run_5"), worker: null }),
    event("run_5", { type: "message.added", message: message("msg_5", { content: "And?", run: "run_5" }) }),
    ...events("run_5", spoke(1, "We"), spoke(1, "ll")),
  ]);
  expect(isSameTurn(before, beside, "run_1")).toBe(true);
  const within = fold(beside, events("run_5", spoke(1, ".")));
  expect(isSameTurn(beside, within, "run_5")).toBe(false);
});

describe("remarks", () => {
  test("about limits, memories and folded messages are kept in order", () => {
    const chat = fold(empty(), [
      ...asked(),
      ...events(
        "run_1",
        { type: "turn.compacted", what: "messages", dropped: 4, kept: 6, summary: "Earlier: names." },
        { type: "memory.recalled", items: [], reasons: {} },
        { type: "turn.steered", message: "in French" },
        { type: "guard.tripped", guard: "max_turns", detail: "20 steps" },
      ),
    ]);
    expect(view(chat).trace.map((part) => part.kind === "note" && part.note)).toEqual([
      { kind: "folded", what: "messages", dropped: 4, summary: "Earlier: names." },
      { kind: "recalled", items: [], reasons: {} },
      { kind: "steered", message: "in French" },
      { kind: "guard", guard: "max_turns", detail: "20 steps" },
    ]);
  });
});

/** What the server would answer when asked at the end of these events. */
function snapshotOf(happened: readonly Event[]) {
  const lived = fold(empty(), happened);
  const isCovered = (each: Event) =>
    each.data.type === "turn.spoke" && happened.some(({ run, data }) => run === each.run && data.type === "turn.stepped" && "step" in each.data && data.step === each.data.step);
  return detail({
    messages: Object.values(lived.messages),
    runs: Object.values(lived.runs).map((each) => each.run),
    events: happened.filter((each) => !isCovered(each)),
    approvals: Object.values(lived.approvals),
    conversation: { ...detail().conversation, id: CONVERSATION },
  });
}

test("what was understood belongs to its turn, and the latest counts", () => {
  const [first, second] = [8, 9].map((mark) => understood([understoodCall("school.mark", [understoodValue("nota", "number", mark)])]));
  if (first === undefined || second === undefined) throw new Error("two readings");
  const once = fold(empty(), [...asked(), ...events("run_1", { type: "turn.understood", understood: first })]);
  expect([view(fold(empty(), asked())).understood, view(once).understood, view(once).trace]).toEqual([null, first, []]);
  expect(view(fold(once, events("run_1", { type: "turn.understood", understood: second }))).understood).toEqual(second);
});

describe("saying something anew", () => {
  const second = (): Event[] => [
    event("run_2", { type: "run.started", started: run("run_2"), worker: null }),
    event("run_2", { type: "message.added", message: message("msg_3", { content: "More", run: "run_2" }) }),
  ];

  test("sets the message and all behind it aside, and the new one stands in its place", () => {
    const before = fold(empty(), [...asked(), ...answered("Hi."), ...second()]);
    expect(before.entries).toHaveLength(4);
    const chat = fold(before, [
      event("run_3", { type: "conversation.rewound", conversation: CONVERSATION, message: "msg_3" }),
      event("run_3", { type: "run.started", started: run("run_3"), worker: null }),
      event("run_3", { type: "message.added", message: message("msg_5", { content: "Less", run: "run_3" }) }),
    ]);
    expect(chat.entries).toEqual([
      { kind: "message", id: "msg_1" },
      { kind: "turn", run: "run_1" },
      { kind: "message", id: "msg_5" },
      { kind: "turn", run: "run_3" },
    ]);
    expect(lastSaid(chat)?.content).toBe("Less");
  });

  test("of a message that is not here changes nothing", () => {
    const chat = fold(empty(), asked());
    expect(fold(chat, [event("run_3", { type: "conversation.rewound", conversation: CONVERSATION, message: "msg_9" })]).entries).toBe(chat.entries);
  });
});

describe("words added to a turn under way", () => {
  const added = message("msg_4", { content: "Shorter", run: "run_1" });
  const steered: Event = event("run_1", { type: "turn.steered", message: "Shorter" });

  test("are shown by their turn, not as a question of their own", () => {
    const chat = fold(empty(), [...asked(), steered, event("run_1", { type: "message.added", message: added })]);
    expect(chat.entries).toEqual([
      { kind: "message", id: "msg_1" },
      { kind: "turn", run: "run_1" },
    ]);
  });

  test("stay with their turn when a page begins with them", () => {
    const page = openChat(detail({ messages: [added], runs: [run("run_1")], events: [steered], before: "msg_4" }));
    expect(page.entries).toEqual([{ kind: "turn", run: "run_1" }]);
  });
});

describe("a snapshot that is read again", () => {
  test("keeps what was read back in front of it", () => {
    const shown = fold(empty(), [...asked(), ...answered("Hi.")]);
    const fresh = openChat(detail({ messages: [message("msg_2", { role: "assistant", content: "Hi.", run: "run_1" })], runs: [run("run_1")] }));
    expect(renewChat(shown, fresh).entries).toEqual(shown.entries);
  });

  test("of another conversation stands alone", () => {
    const fresh = openChat(detail());
    expect(renewChat(null, fresh)).toBe(fresh);
  });
});

test("what a turn used is counted with its sub-agents", () => {
  const used = { tokens_in: 10, tokens_out: 5, cost: 0.5, model_calls: 1 };
  const chat = fold(empty(), [
    ...asked(),
    event("run_2", { type: "run.started", started: run("run_2", { parent: "run_1", kind: "delegate" }), worker: null }),
    event("run_2", { type: "run.finished", status: "done", usage: used, error: null }),
    event("run_1", { type: "run.finished", status: "done", usage: used, error: null }),
  ]);
  expect(usageOf(chat, "run_1")).toEqual({ tokens_in: 20, tokens_out: 10, cost: 1 });
});

test("a message is found in its own entry, an answer in its turn", () => {
  const chat = fold(empty(), [...asked(), ...answered("Hi.")]);
  expect(entryOf(chat, "msg_1")).toEqual({ kind: "message", id: "msg_1" });
  expect(entryOf(chat, "msg_2")).toEqual({ kind: "turn", run: "run_1" });
  expect(entryOf(chat, "msg_9")).toBeNull();
});

describe("a plan in the talk", () => {
  const started = (id: string, more: Partial<Run>) => event(id, { type: "run.started", started: run(id, more), worker: null });
  const shows = (id: string, of: string, ts: string) =>
    event(of, { type: "message.added", message: message(id, { role: "assistant", run: of, plan: "abc123", ts }) });

  test("that is at work has no place of its own until it says something", () => {
    const carried = { kind: "plan", plan: { id: "abc123", version: 3, content_hash: "sha256:abc" } } as const;
    const working = fold(empty(), [...asked(), shows("msg_2", "run_1", "2026-01-01T10:00:01.000Z"), started("run_9", carried)]);
    expect(working.entries.map(keyOf)).toEqual(["msg_1", "run_1"]);
    expect(runOfPlan(working, "abc123")).toBe("run_9");
    expect(planRun(working)).toBe("run_9");
    const told = fold(working, [shows("msg_3", "run_9", "2026-01-01T10:00:02.000Z")]);
    expect(told.entries.map(keyOf)).toEqual(["msg_1", "run_1", "run_9"]);
  });

  test("stands on the last message that shows it, and the one before is drawn anew then", () => {
    const once = fold(empty(), [...asked(), shows("msg_2", "run_1", "2026-01-01T10:00:01.000Z")]);
    expect(lastShowing(once, "abc123")).toBe("msg_2");
    const twice = fold(once, [started("run_2", {}), shows("msg_3", "run_2", "2026-01-01T10:00:02.000Z")]);
    expect(lastShowing(twice, "abc123")).toBe("msg_3");
    expect([isSameTurn(once, twice, "run_1"), isSameTurn(twice, twice, "run_1")]).toEqual([false, true]);
    expect(lastShowing(twice, "other1")).toBeNull();
  });
});
