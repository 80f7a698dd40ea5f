/**
 * The one reducer of the chat: events in, view model out.
 *
 * A stored conversation and a live one go through the same function, so a reload in the middle of an
 * answer shows exactly what was there. Events of other conversations change nothing.
 */

import type { Approval, ConversationDetail, Event, FactOf, Message, Run } from "@/api";
import { NOTHING_PRINTED, printedAfter } from "@/runs/printed";
import { keyOf } from "./select";
import type { CallView, Chat, Entry, Note, RunView, Step, Trace } from "./model";

/** The conversation as the server has it, folded from its own events. */
export function openChat(detail: ConversationDetail): Chat {
  const { conversation, messages, runs, events, approvals } = detail;
  let chat: Chat = {
    conversation: conversation.id,
    about: conversation,
    deleted: false,
    entries: [],
    messages: {},
    runs: {},
    approvals: {},
    changes: {},
    proposals: {},
    before: detail.before ?? null,
  };
  const roots = new Map(runs.filter((run) => run.parent === null).map((run) => [run.id, run]));
  for (const message of messages) {
    chat = addMessage(chat, message);
    const run = roots.get(message.run ?? "");
    if (run) chat = addRun(chat, run);
  }
  for (const run of roots.values()) chat = addRun(chat, run);
  // Sub-agents find their place among their parent's steps by their own `run.started`.
  chat = fold(chat, events);
  for (const run of runs) chat = addRun(chat, run);
  // The snapshot's own nouns have the last word: they may know of events that were left out.
  for (const run of runs) chat = changeRun(chat, run.id, (view) => changed(view, run));
  for (const approval of approvals) chat = putApproval(chat, approval);
  return withoutStray(chat);
}

/** A page may begin between a question and what was added to its turn: the addition alone is no question. */
function withoutStray(chat: Chat): Chat {
  const [first, ...rest] = chat.entries;
  const message = first?.kind === "message" ? chat.messages[first.id] : undefined;
  const added = chat.runs[message?.run ?? ""]?.trace.some(
    (part) => part.kind === "note" && part.note.kind === "steered" && part.note.message === message?.content,
  );
  return added && chat.before !== null ? { ...chat, entries: rest } : chat;
}

/** Older messages in front of what is shown. */
export function prependChat(chat: Chat, older: ConversationDetail): Chat {
  const earlier = openChat(older);
  const known = new Set(chat.entries.map(keyOf));
  return {
    ...chat,
    entries: [...earlier.entries.filter((entry) => !known.has(keyOf(entry))), ...chat.entries],
    messages: { ...earlier.messages, ...chat.messages },
    runs: { ...earlier.runs, ...chat.runs },
    approvals: { ...earlier.approvals, ...chat.approvals },
    changes: { ...earlier.changes, ...chat.changes },
    proposals: { ...earlier.proposals, ...chat.proposals },
    before: earlier.before,
  };
}

/** A fresh snapshot of a chat that is shown already: what was read back stays in front of it. */
export function renewChat(shown: Chat | null, fresh: Chat): Chat {
  const first = fresh.entries[0];
  if (shown?.conversation !== fresh.conversation || first === undefined) return fresh;
  const place = shown.entries.findIndex((entry) => keyOf(entry) === keyOf(first));
  if (place <= 0) return fresh;
  return {
    ...fresh,
    entries: [...shown.entries.slice(0, place), ...fresh.entries],
    messages: { ...shown.messages, ...fresh.messages },
    runs: { ...shown.runs, ...fresh.runs },
    approvals: { ...shown.approvals, ...fresh.approvals },
    changes: { ...shown.changes, ...fresh.changes },
    proposals: { ...shown.proposals, ...fresh.proposals },
    before: shown.before,
  };
}

/** The chat after these events. */
export function fold(chat: Chat, events: readonly Event[]): Chat {
  return events.reduce(apply, chat);
}

function apply(chat: Chat, event: Event): Chat {
  const fact = event.data;
  if (event.session_id !== chat.conversation) return chat;
  switch (fact.type) {
    case "conversation.edited":
      return { ...chat, about: fact.conversation };
    case "conversation.opened":
      return { ...chat, about: fact.conversation, deleted: false };
    case "conversation.deleted":
      return { ...chat, deleted: true };
    case "conversation.rewound":
      return rewound(chat, fact.message);
    case "message.added":
      return addMessage(chat, fact.message);
    case "run.started":
      return addRun(chat, fact.started);
    case "approval.requested":
    case "approval.granted":
    case "approval.denied":
    case "approval.expired":
    case "approval.superseded":
      return putApproval(chat, fact.approval);
    case "change.recorded":
      return { ...chat, changes: { ...chat.changes, [fact.change.id]: fact.change } };
    case "change.proposed":
      return { ...chat, proposals: { ...chat.proposals, [fact.change.id]: fact.change } };
    default:
      return event.run === null ? chat : changeRun(chat, event.run, (view) => applyToRun(view, event));
  }
}

function applyToRun(view: RunView, event: Event): RunView {
  const fact = event.data;
  switch (fact.type) {
    case "run.waiting":
      return changed(view, { status: "waiting" });
    case "run.resumed":
      return resumed(view, fact.reason, event);
    case "run.finished":
      return changed(view, { status: fact.status, usage: fact.usage, finished_at: event.ts, error: fact.error });
    case "model.chosen":
      return { ...view, model: { name: fact.model, tier: fact.tier, why: fact.why, why_code: fact.why_code } };
    case "turn.understood":
      return { ...view, understood: fact.understood };
    case "turn.thought":
      return changeStep(view, fact.step, (step) =>
        step.complete ? step : { ...step, thought: step.thought + fact.delta },
      );
    case "turn.spoke":
      return changeStep(view, fact.step, (step) => (step.complete ? step : { ...step, text: step.text + fact.delta }));
    case "turn.stepped":
      return stepped(view, fact);
    case "call.started":
    case "call.progressed":
    case "call.printed":
    case "call.completed":
    case "call.failed":
      return changeCall(view, fact.id, (call) => applyToCall(call, fact, event.ts));
    default: {
      const noted = noteOf(fact);
      return noted ? note(view, noted, event) : view;
    }
  }
}

type CallFact = FactOf<"call.started" | "call.progressed" | "call.printed" | "call.completed" | "call.failed">;

function applyToCall(call: CallView, fact: CallFact, ts: string): CallView {
  switch (fact.type) {
    case "call.started":
      return {
        ...call,
        capability: fact.capability,
        title: fact.title,
        params: fact.params,
        status: "running",
        startedAt: ts,
      };
    case "call.progressed":
      return { ...call, progress: { message: fact.message, fraction: fact.fraction ?? null } };
    case "call.printed":
      return { ...call, printed: printedAfter(call.printed ?? NOTHING_PRINTED, fact) };
    case "call.completed":
      return { ...call, capability: fact.capability, status: "done", result: fact.result, progress: null };
    case "call.failed":
      return { ...call, capability: fact.capability, status: "failed", result: fact.result, progress: null };
  }
}

function noteOf(fact: Event["data"]): Note | null {
  switch (fact.type) {
    case "turn.compacted":
      return { kind: "folded", what: fact.what, dropped: fact.dropped, summary: fact.summary };
    case "team.routed":
      return { kind: "routed", agent: fact.agent, team: fact.team, reason: fact.reason };
    case "team.stopped":
      return { kind: "stopped", reason: fact.reason };
    case "turn.steered":
      return { kind: "steered", message: fact.message };
    case "turn.refused":
      return { kind: "refused", rules: fact.rules };
    case "memory.recalled":
      return { kind: "recalled", items: fact.items, reasons: fact.reasons ?? {} };
    case "scope.violated":
      return { kind: "outside", target: fact.target };
    case "guard.tripped":
      return { kind: "guard", guard: fact.guard, detail: fact.detail };
    default:
      return null;
  }
}

function addMessage(chat: Chat, message: Message): Chat {
  const known = message.id in chat.messages;
  let next: Chat = { ...chat, messages: { ...chat.messages, [message.id]: message } };
  const run = message.run ?? null;
  if (message.role === "assistant" && run !== null) {
    // The answer is drawn by its turn.
    if (run in next.runs) return addEntry(changeRun(next, run, (view) => ({ ...view, answer: message.id })), { kind: "turn", run });
    if (!known) next = addEntry(next, { kind: "turn", run });
    return next;
  }
  return known || isAddition(chat, message) ? next : addQuestion(next, message.id, run);
}

/** Whether a message was added to a turn under way: its turn shows it among its steps. */
function isAddition(chat: Chat, { role, run, id }: Message): boolean {
  if (role !== "user" || run === null) return false;
  return Object.values(chat.messages).some((other) => other.role === "user" && other.run === run && other.id !== id);
}

/** A question stands before its answer, whichever of the two was recorded first. */
function addQuestion(chat: Chat, id: string, run: string | null): Chat {
  const answer = chat.entries.findIndex((entry) => entry.kind === "turn" && entry.run === run);
  const entry: Entry = { kind: "message", id };
  return answer === -1 ? addEntry(chat, entry) : { ...chat, entries: chat.entries.toSpliced(answer, 0, entry) };
}

function addRun(chat: Chat, run: Run): Chat {
  if (run.id in chat.runs) return chat;
  const answer = Object.values(chat.messages).find((each) => each.role === "assistant" && each.run === run.id);
  const view: RunView = {
    id: run.id,
    run,
    model: null,
    understood: null,
    steps: [],
    calls: {},
    trace: [],
    answer: answer?.id ?? null,
  };
  const next: Chat = { ...chat, runs: { ...chat.runs, [run.id]: view } };
  // A plan at work is seen on its card, where it was approved; it has a place of its own once it says something.
  if (run.kind === "plan") return next;
  if (run.parent === null) return addEntry(next, { kind: "turn", run: run.id });
  return changeRun(next, run.parent, (parent) => trace(parent, { kind: "child", run: run.id }));
}

/** A message was said anew: it and all behind it are set aside. What they changed stays. */
function rewound(chat: Chat, message: string): Chat {
  const run = chat.messages[message]?.run ?? null;
  const place = chat.entries.findIndex((entry) => (entry.kind === "message" ? entry.id === message : entry.run === run));
  return place === -1 ? chat : { ...chat, entries: chat.entries.slice(0, place) };
}

function changed(view: RunView, run: Partial<Run>): RunView {
  return { ...view, run: { ...view.run, ...run } };
}

function addEntry(chat: Chat, entry: Entry): Chat {
  const key = keyOf(entry);
  return chat.entries.some((each) => keyOf(each) === key) ? chat : { ...chat, entries: [...chat.entries, entry] };
}

function putApproval(chat: Chat, approval: Approval): Chat {
  return { ...chat, approvals: { ...chat.approvals, [approval.id]: approval } };
}

function changeRun(chat: Chat, id: string, edit: (view: RunView) => RunView): Chat {
  const view = chat.runs[id];
  return view === undefined ? chat : { ...chat, runs: { ...chat.runs, [id]: edit(view) } };
}

function trace(view: RunView, part: Trace): RunView {
  return { ...view, trace: [...view.trace, part] };
}

function note(view: RunView, note: Note, event: Event): RunView {
  const part: Trace = { kind: "note", seq: event.seq, note };
  return view.trace.some((each) => each.kind === "note" && each.seq === event.seq) ? view : trace(view, part);
}

const emptyStep = (index: number): Step => ({
  index,
  thought: "",
  text: "",
  calls: [],
  complete: false,
  durationMs: 0,
  usage: null,
});

function changeStep(view: RunView, index: number, edit: (step: Step) => Step): RunView {
  const known = view.steps.some((step) => step.index === index);
  const steps = known ? view.steps : [...view.steps, emptyStep(index)];
  const placed = known ? view : trace(view, { kind: "step", index });
  return { ...placed, steps: steps.map((step) => (step.index === index ? edit(step) : step)) };
}

/** A response that was cut off is said again from the start. Only a restart is worth a line. */
function resumed(view: RunView, reason: string, event: Event): RunView {
  const steps = view.steps.map((step) => (step.complete ? step : emptyStep(step.index)));
  const going = changed({ ...view, steps }, { status: "executing" });
  return reason === "restart" ? note(going, { kind: "restarted" }, event) : going;
}

function stepped(view: RunView, fact: FactOf<"turn.stepped">): RunView {
  const done = changeStep(view, fact.step, (step) => ({
    ...step,
    text: fact.text,
    thought: fact.thought,
    calls: fact.calls.map((call) => call.id),
    complete: true,
    durationMs: fact.duration_ms,
    usage: fact.usage,
  }));
  return fact.calls.reduce(
    (next, wish) =>
      changeCall(next, wish.id, (call) =>
        call.startedAt !== null || call.result !== null
          ? call
          : { ...call, capability: wish.capability, title: plainName(wish.capability), params: wish.params },
      ),
    done,
  );
}

/** A call that has not begun has no title yet: `core.write_file` reads "Write file" until it has. */
function plainName(capability: string): string {
  const words = capability.slice(capability.indexOf(".") + 1).replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function changeCall(view: RunView, id: string, edit: (call: CallView) => CallView): RunView {
  const known = view.calls[id];
  const call: CallView = known ?? {
    id,
    capability: "",
    title: "",
    params: {},
    status: "wished",
    startedAt: null,
    progress: null,
    result: null,
  };
  const placed = known ? view : trace(view, { kind: "call", id });
  return { ...placed, calls: { ...placed.calls, [id]: edit(call) } };
}
