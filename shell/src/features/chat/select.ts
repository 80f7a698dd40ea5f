/** Questions one can ask a folded chat. Pure. */

import type { Approval, Message, RunStatus, Usage } from "@/api";
import type { Attached } from "@/state";
import type { CallView, Chat, Entry, RunView, Step } from "./model";
import { asked, askedTeam, type Outgoing } from "./outgoing";

const FINAL: ReadonlySet<RunStatus> = new Set(["done", "done_with_failures", "failed", "cancelled"]);

/** Whether nothing more can happen in it. */
export function isFinal(status: RunStatus): boolean {
  return FINAL.has(status);
}

/** The turn that is under way or waits, if any: the latest one that is not over. */
export function openTurn(chat: Chat): RunView | null {
  for (const entry of chat.entries.toReversed()) {
    const view = entry.kind === "turn" ? chat.runs[entry.run] : undefined;
    if (view && !isFinal(view.run.status)) return view;
  }
  return null;
}

/** Whether a turn was given up because the next words changed what it waited with. */
export function wasChanged(chat: Chat, { id, run }: RunView): boolean {
  const place = chat.entries.findIndex((entry) => entry.kind === "turn" && entry.run === id);
  const next = chat.entries.slice(place + 1).find((entry) => entry.kind === "turn");
  return run.status === "cancelled" && next !== undefined && chat.runs[next.run]?.understood?.act === "correction";
}

/** Whether words said beside a waiting turn are understood by themselves, and may change its card: a large model hears them later. */
export function takesWords({ run, model }: RunView): boolean {
  return run.status === "waiting" && model !== null && model.tier < 2;
}

/** The words of a turn's answer so far: its message, else what is being said now. */
export function answerOf(chat: Chat, view: RunView): string {
  const message = view.answer === null ? undefined : chat.messages[view.answer];
  if (message) return message.content;
  const last = view.steps.at(-1);
  return last && isAnswer(last) ? last.text : "";
}

/** Whether what was understood may be told beside a turn: code did it, or a model that made calls. */
export function isTold({ understood, model, trace }: RunView): boolean {
  return understood !== null && (!model?.tier || trace.some(({ kind }) => kind === "call" || kind === "child"));
}

/** Whether a step's words are the answer: nothing was asked for beside them. */
export function isAnswer(step: Step): boolean {
  return step.calls.length === 0;
}

/** A run and everything below it, parents first. */
export function treeOf(chat: Chat, run: string): readonly RunView[] {
  const view = chat.runs[run];
  if (view === undefined) return [];
  const below = view.trace.flatMap((part) => (part.kind === "child" ? treeOf(chat, part.run) : []));
  return [view, ...below];
}

/** Everything that waits or waited for the person in a turn, in the order it was asked. */
export function approvalsOf(chat: Chat, run: string): readonly Approval[] {
  const tree = new Set(treeOf(chat, run).map((view) => view.id));
  return Object.values(chat.approvals)
    .filter((approval) => approval.run !== null && tree.has(approval.run))
    .sort((a, b) => (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0));
}

/** The question a turn waits with that may be answered in one's own words, and the option that takes them. */
export function openQuestion(chat: Chat, run: string): { readonly approval: Approval; readonly option: string } | null {
  for (const approval of approvalsOf(chat, run)) {
    if (approval.status !== "pending" || approval.kind !== "question") continue;
    const free = approval.options.find((option) => option.input);
    if (free !== undefined) return { approval, option: free.id };
  }
  return null;
}

/** The runs of a turn that changed something nobody was asked about, with the ids of those changes. */
export function unaskedChanges(chat: Chat, run: string): ReadonlyMap<string, ReadonlySet<string>> {
  const asked = new Set(Object.values(chat.approvals).map((approval) => approval.call?.id));
  const tree = new Set(treeOf(chat, run).map((view) => view.id));
  const found = new Map<string, Set<string>>();
  for (const change of Object.values(chat.changes)) {
    if (change.run === null || !tree.has(change.run) || asked.has(change.call ?? undefined)) continue;
    found.set(change.run, (found.get(change.run) ?? new Set()).add(change.id));
  }
  return found;
}

/** The runs of a turn that proposed something. */
export function proposingRuns(chat: Chat, run: string): readonly string[] {
  const tree = new Set(treeOf(chat, run).map((view) => view.id));
  const runs = Object.values(chat.proposals).flatMap((change) => (change.run !== null && tree.has(change.run) ? [change.run] : []));
  return [...new Set(runs)];
}

export type Activity =
  | { readonly kind: "queued" | "waiting" | "thinking" | "writing" | "working" }
  | { readonly kind: "calling"; readonly call: CallView };

/** What a run that is not over is doing right now. */
export function activityOf(view: RunView): Activity {
  if (view.run.status === "waiting") return { kind: "waiting" };
  if (view.run.status === "queued") return { kind: "queued" };
  const call = Object.values(view.calls).findLast((each) => each.status === "running");
  if (call) return { kind: "calling", call };
  const step = view.steps.at(-1);
  if (step === undefined || step.complete) return { kind: step === undefined ? "thinking" : "working" };
  return { kind: step.text === "" ? "thinking" : "writing" };
}

/** The gist of a turn's work: how many calls, how many sub-agents, how long. */
export function gistOf(chat: Chat, view: RunView) {
  const tree = treeOf(chat, view.id);
  const end = view.run.finished_at ?? null;
  return {
    calls: tree.reduce((sum, each) => sum + Object.keys(each.calls).length, 0),
    children: tree.length - 1,
    failed: tree.reduce((sum, each) => sum + Object.values(each.calls).filter((call) => call.status === "failed").length, 0),
    thought: view.steps.some((step) => step.thought !== ""),
    durationMs: end === null ? null : Date.parse(end) - Date.parse(view.run.started_at),
  };
}

/** Tokens of a run: what it reports at its end, else the sum of its steps. */
export function tokensOf(view: RunView): number {
  const ended = view.run.usage.tokens_in + view.run.usage.tokens_out;
  if (ended > 0) return ended;
  return view.steps.reduce((sum, step) => sum + (step.usage ? step.usage.tokens_in + step.usage.tokens_out : 0), 0);
}

/** What a turn and everything below it used. */
export function usageOf(chat: Chat, run: string): Pick<Usage, "tokens_in" | "tokens_out" | "cost"> {
  const total = { tokens_in: 0, tokens_out: 0, cost: 0 };
  for (const { run: each } of treeOf(chat, run)) {
    total.tokens_in += each.usage.tokens_in;
    total.tokens_out += each.usage.tokens_out;
    total.cost += each.usage.cost;
  }
  return total;
}

/** The message that led to a turn, for asking again. */
export function questionOf(chat: Chat, run: string): Message | null {
  const place = chat.entries.findIndex((entry) => entry.kind === "turn" && entry.run === run);
  for (const entry of chat.entries.slice(0, Math.max(place, 0)).toReversed()) {
    const message = entry.kind === "message" ? chat.messages[entry.id] : undefined;
    if (message?.role === "user") return message;
  }
  return null;
}

/** The last thing the person said. */
export function lastSaid(chat: Chat): Message | null {
  for (const entry of chat.entries.toReversed()) {
    const message = entry.kind === "message" ? chat.messages[entry.id] : undefined;
    if (message?.role === "user") return message;
  }
  return null;
}

/** A message as it is said again: the same words, the same things beside them, to the same agent or team. */
export function againOf(chat: Chat, { content, refs, run: id }: Message): Outgoing {
  const run = chat.runs[id ?? ""]?.run;
  const who = run?.team == null ? sameAgentOf(chat, run?.agent ?? null) : [askedTeam(run.team, run.team)];
  return { text: content, attached: [...refs, ...who] };
}

/** What is laid beside words so that they go to an agent; nothing where it is the conversation's own. */
export function sameAgentOf(chat: Chat, agent: string | null): readonly Attached[] {
  return agent === null || agent === chat.about.agent ? [] : [asked(agent, agent)];
}

/** The entry a message is drawn in: its own, or the turn whose answer it is. */
export function entryOf(chat: Chat, message: string): Entry | null {
  const said = chat.messages[message];
  const found = chat.entries.find((entry) =>
    entry.kind === "message" ? entry.id === message : said?.role === "assistant" && entry.run === said.run,
  );
  return found ?? null;
}

/** The last message that shows a plan: its card stands there, the earlier ones only name it. */
export function lastShowing(chat: Chat, plan: string): string | null {
  const shown = Object.values(chat.messages).filter((message) => message.plan === plan);
  return shown.reduce<Message | null>((last, each) => (last === null || last.ts <= each.ts ? each : last), null)?.id ?? null;
}

/** The run that carries out a plan, the latest of them. */
export function runOfPlan(chat: Chat, plan: string): string | null {
  return Object.values(chat.runs).findLast(({ run }) => run.plan?.id === plan)?.id ?? null;
}

/** The run of the plan that was carried out here last. */
export function planRun(chat: Chat): string | null {
  return Object.values(chat.runs).findLast(({ run }) => run.kind === "plan")?.id ?? null;
}

/** What an entry is known by. */
export function keyOf(entry: Entry): string {
  return entry.kind === "message" ? entry.id : entry.run;
}

/** Whether a turn looks the same in two states of a chat: events replace what they touch and nothing else. */
export function isSameTurn(before: Chat, now: Chat, run: string): boolean {
  if (before.approvals !== now.approvals || before.changes !== now.changes || before.proposals !== now.proposals) return false;
  const [old, fresh] = [treeOf(before, run), treeOf(now, run)];
  if (old.length !== fresh.length || old.some((view, index) => view !== fresh[index])) return false;
  const answer = fresh[0]?.answer ?? null;
  const plan = answer === null ? null : now.messages[answer]?.plan;
  if (plan && (lastShowing(before, plan) !== lastShowing(now, plan) || runOfPlan(before, plan) !== runOfPlan(now, plan))) return false;
  return answer === null ? before.messages === now.messages : before.messages[answer] === now.messages[answer];
}

/** Whether documents were asked or cited in a conversation. */
export function restsOnDocuments({ messages }: Chat): boolean {
  return Object.values(messages).some(({ sources, refs }) => sources.length > 0 || refs.some(({ ref }) => ref.startsWith("document:")));
}
