/** Small events for tests: only what a test is about has to be said. */

import type { Approval, Change, ConversationDetail, Event, Fact, Message, Run, Understood, UnderstoodCall, UnderstoodValue, Usage } from "@/api";

export const CONVERSATION = "conv_1";

export const usage: Usage = { tokens_in: 0, tokens_out: 0, cost: 0, model_calls: 0 };

export function run(id: string, more: Partial<Run> = {}): Run {
  return {
    id,
    kind: "turn",
    title: "",
    parent: null,
    agent: "assistant",
    session_id: CONVERSATION,
    project: "home",
    status: "executing",
    locale: "en",
    choice: null,
    model: null,
    budget: { max_turns: 20, max_tokens: 1000, max_cost: 1, max_seconds: 60 },
    allowed: [],
    bounds: [],
    environment: null,
    is_protected: false,
    depth: 0,
    step: null,
    workflow: null,
    workflow_version: null,
    sampled: [],
    plan: null,
    schedule: null,
    forked_from: null,
    queue: null,
    host: null,
    owner: "owner",
    at_once: 8,
    approved: null,
    envelope: null,
    about: null,
    team: null,
    trial: null,
    is_flow: false,
    usage,
    epoch: 0,
    started_at: "2026-01-01T10:00:00.000Z",
    finished_at: null,
    error: null,
    ...more,
  };
}

export function message(id: string, more: Partial<Message> = {}): Message {
  return {
    id,
    conversation: CONVERSATION,
    role: "user",
    content: "",
    run: null,
    artifacts: [],
    plan: null,
    refs: [],
    interrupted: false,
    unsupported: [],
    sources: [],
    grounding: null,
    speaker: null,
    ts: "2026-01-01T10:00:00.000Z",
    ...more,
  };
}

export function approval(id: string, more: Partial<Approval> = {}): Approval {
  return {
    id,
    kind: "write",
    run: "run_1",
    session_id: CONVERSATION,
    agent: "assistant",
    subject: "call:call_1",
    title: "Write a.md",
    notices: [],
    body: "",
    preview: null,
    risk: "low",
    options: [
      { id: "approve", label: "Approve", input: false, expects: null },
      { id: "deny", label: "Deny", input: false, expects: null },
    ],
    binds: {
      content_hash: "sha256:1",
      version: 1,
      envelope: { calls: {}, targets: {}, effects: [], paths: [], hosts: [], addresses: [], max_cost: null },
    },
    call: { id: "call_1", capability: "core.write_file", params: {}, bound_params: null, idempotency_key: "k", edits: {}, within: null },
    default: "deny",
    status: "pending",
    created_at: "2026-01-01T10:00:01.000Z",
    decided_by: null,
    decided_at: null,
    option: null,
    answer: null,
    expires_at: null,
    environment: null,
    is_protected: false,
    step: null,
    edit: null,
    version: 1,
    ...more,
  };
}

export function change(id: string, more: Partial<Change> = {}): Change {
  return {
    id,
    ts: "2026-01-01T10:00:02.000Z",
    actor: { type: "agent", id: "assistant" },
    run: "run_1",
    call: "call_1",
    app: "core",
    op: "write",
    entity: "file:home/a.md",
    folders: [],
    title: "Wrote a.md",
    before: null,
    after: {},
    status: "applied",
    undo: { possible: true, reason: null },
    project: null,
    undoes: null,
    undone_by: null,
    group: null,
    adopts: null,
    environment: null,
    rows: null,
    ...more,
  };
}

/** Events of one run, numbered on. */
export function events(runId: string, ...facts: readonly Fact[]): Event[] {
  return facts.map((data) => event(runId, data));
}

let counted = 0;

export function event(runId: string | null, data: Fact, session: string | null = CONVERSATION): Event {
  counted += 1;
  const seconds = String(counted % 60).padStart(2, "0");
  return {
    seq: String(counted),
    ts: `2026-01-01T10:00:${seconds}.000Z`,
    topic: data.type.split(".")[0] ?? "",
    type: data.type,
    session_id: session,
    run: runId,
    data,
  };
}

export function stepped(step: number, text: string, calls: readonly string[] = []): Fact {
  return {
    type: "turn.stepped",
    step,
    text,
    thought: "",
    calls: calls.map((id) => ({ id, capability: "core.write_file", params: { path: "a.md" } })),
    usage: { ...usage, tokens_in: 10, tokens_out: 5 },
    cached: 0,
    duration_ms: 100,
  };
}

export function understoodValue(param: string, kind: string, value: unknown, more: Partial<UnderstoodValue> = {}): UnderstoodValue {
  return { param, label: param, kind, of: "", value, said: "", inherited: false, note: "", options: [], ...more };
}

export function understoodCall(capability: string, values: readonly UnderstoodValue[] = [], more: Partial<UnderstoodCall> = {}): UnderstoodCall {
  const params = Object.fromEntries(values.map(({ param, value }) => [param, value]));
  return { capability, title: capability, share: 0.9, params, values: [...values], missing: null, ...more };
}

export function understood(calls: readonly UnderstoodCall[], more: Partial<Understood> = {}): Understood {
  return { words: "Hello", act: "request", decision: "do", calls: [...calls], others: [], unused: [], focus: {}, ...more };
}

export function detail(more: Partial<ConversationDetail> = {}): ConversationDetail {
  return {
    conversation: {
      id: CONVERSATION,
      app: "core",
      agent: "assistant",
      project: "home",
      title: "A talk",
      created_at: "2026-01-01T10:00:00.000Z",
      updated_at: "2026-01-01T10:00:00.000Z",
      version: 1,
    },
    messages: [],
    runs: [],
    events: [],
    approvals: [],
    before: null,
    cursor: "0",
    ...more,
  };
}

export const result = { ok: true, data: "fine", error: null, warnings: [], provenance: null, changes: [], artifacts: [], passages: [], spoken: null, narrows: null, duration_ms: 3 };
