/** Which cached answers an event makes stale. Pure, and closed: a new event type does not compile until it is here. */

import { keys, type QueryKey } from "./keys";
import type { Event, EventType, Fact } from "./types";

type Stale<T extends EventType> = (data: Extract<Fact, { type: T }>, event: Event) => readonly QueryKey[];

const none = () => [];
const ofRun = (event: Event): readonly QueryKey[] => (event.run == null ? [] : [keys.run(event.run)]);

// A schedule says how its last run stands; its runs are named after it.
const ofSchedule = (event: Event): readonly QueryKey[] => (event.run?.startsWith("sched-") ? [keys.schedules] : []);

const runMoved = (_: unknown, event: Event) => [keys.home, keys.runs, ...ofRun(event), ...ofSchedule(event)];
const graphMoved = (_: unknown, event: Event) => (event.run == null ? [] : [keys.runGraph(event.run)]);
// Who shows the steps folds them; the step that is open is read again, and nothing else, however many move.
const stepMoved = (data: { readonly step: string }, event: Event) =>
  event.run == null ? [] : [keys.runStep(event.run, data.step)];
const approvalMoved = (data: { readonly approval: { readonly id: string; readonly subject: string } }, event: Event) => [
  keys.home,
  keys.approvals,
  keys.approval(data.approval.id),
  // A plan says which approval holds its question or its card.
  ...(data.approval.subject.startsWith("plan:") ? [keys.plan(data.approval.subject.slice("plan:".length))] : []),
  ...ofRun(event),
];
const changed = (_: unknown, event: Event) => [keys.changes, keys.undo, keys.files, ...ofRun(event)];
// The rows of an app: whatever its screens show of them is read again.
const appChanged = (data: { readonly change: { readonly app: string } }, event: Event) =>
  data.change.app === "core" ? changed(data, event) : [...changed(data, event), keys.app(data.change.app)];
// Nothing was altered: only what waits to be adopted is another.
const proposalMoved = (_: unknown, event: Event) => [keys.changes, ...ofRun(event)];
// The open conversation folds its own events; reading it again would lose how far one has scrolled back.
const conversationMoved = () => [keys.home, keys.conversations, keys.projects];
const called = (data: { readonly capability: string }) => [[...keys.calls, data.capability]];
const memoryMoved = () => [keys.memory, keys.projects];
const personaMoved = () => [keys.personas];
const workflowMoved = () => [keys.workflows];
const scheduleMoved = () => [keys.schedules];
const planMoved = (data: { readonly plan: string | { readonly id: string } }) => [keys.plans, keys.plan(typeof data.plan === "string" ? data.plan : data.plan.id)];
const projectMoved = () => [keys.home, keys.projects];
const artifactMoved = () => [keys.home, keys.artifacts, keys.projects];

/** Pieces of speech and progress change nothing that is cached: who shows them live listens to the stream. */
const STALE: { readonly [T in EventType]: Stale<T> } = {
  "ask.received": none,
  "run.started": runMoved,
  "run.waiting": runMoved,
  "run.resumed": runMoved,
  "run.finished": (_, event) => [...runMoved(_, event), keys.sessions, keys.usage, keys.metrics],
  "run.planned": graphMoved,
  "run.claimed": runMoved,
  "run.paused": runMoved,
  "run.edited": graphMoved,
  "run.aborted": graphMoved,
  "step.started": stepMoved,
  "step.expanded": stepMoved,
  "step.opened": stepMoved,
  "step.completed": stepMoved,
  "step.failed": stepMoved,
  "step.skipped": stepMoved,
  "step.interrupted": stepMoved,
  "step.released": stepMoved,
  "model.asked": none,
  "model.chosen": none,
  "model.probed": () => [keys.models],
  "turn.understood": none,
  "turn.thought": none,
  "turn.spoke": none,
  "turn.stepped": none,
  "turn.refused": none,
  "turn.steered": none,
  "turn.compacted": none,
  "call.started": called,
  "call.progressed": none,
  "call.printed": none,
  "call.connected": none,
  "command.began": none,
  "call.completed": called,
  "call.failed": called,
  "approval.requested": approvalMoved,
  "approval.granted": approvalMoved,
  "approval.denied": approvalMoved,
  "approval.expired": approvalMoved,
  "approval.superseded": approvalMoved,
  "change.intended": none,
  "change.recorded": appChanged,
  "change.voided": changed,
  "change.undone": changed,
  "change.reinstated": changed,
  "change.proposed": proposalMoved,
  "change.adopted": proposalMoved,
  "change.dropped": proposalMoved,
  "conversation.opened": conversationMoved,
  "conversation.edited": conversationMoved,
  "conversation.deleted": conversationMoved,
  "conversation.rewound": () => [keys.conversations, keys.memory],
  "message.added": () => [keys.conversations],
  "memory.saved": memoryMoved,
  "memory.forgotten": memoryMoved,
  "memory.recalled": memoryMoved,
  "agent.saved": personaMoved,
  "agent.deleted": personaMoved,
  "workflow.saved": workflowMoved,
  "workflow.deleted": workflowMoved,
  "schedule.saved": scheduleMoved,
  "schedule.deleted": scheduleMoved,
  "schedule.fired": scheduleMoved,
  "plan.saved": planMoved,
  "plan.reviewed": planMoved,
  "plan.replanned": planMoved,
  "plan.broken": planMoved,
  "plan.shown": none,
  "report.written": (data) => [keys.report(data.report.run)],
  "project.saved": projectMoved,
  "project.deleted": projectMoved,
  "artifact.saved": artifactMoved,
  "artifact.deleted": artifactMoved,
  "settings.changed": () => [keys.settings, keys.secrets, keys.models, keys.home, keys.budgets],
  "scope.violated": none,
  "guard.tripped": none,
  "metric.recorded": none,
  "budget.alerted": () => [keys.budgets],
  "team.routed": none,
  "team.handed_over": none,
  "team.reported": none,
  "team.reviewed": none,
  "team.stopped": none,
  "team.finished": ({ team }) => [[...keys.teams, "figures", team]],
  "ui.navigated": none,
};

/** Every type of event there is. */
export const EVENT_TYPES: readonly EventType[] = Object.keys(STALE) as EventType[];

/** The query keys that these events make stale, each once. */
export function staleKeys(events: readonly Event[]): readonly QueryKey[] {
  const found = new Map<string, QueryKey>();
  for (const event of events) {
    for (const key of staleOf(event.data, event)) found.set(key.join("/"), key);
  }
  return [...found.values()];
}

function staleOf<T extends EventType>(data: Extract<Fact, { type: T }>, event: Event): readonly QueryKey[] {
  const stale: Stale<T> | undefined = STALE[data.type as T];
  return stale?.(data, event) ?? [];
}
