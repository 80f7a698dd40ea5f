/** What the chat shows, put together from events. Plain data, no React. */

import type { Approval, Change, Conversation, FactOf, MemoryItem, Message, Result, Run, Understood, Usage } from "@/api";
import type { Printed } from "@/runs";

/** One thing in the conversation, in the order it came. */
export type Entry =
  | { readonly kind: "message"; readonly id: string }
  | { readonly kind: "turn"; readonly run: string };

/** One model response: what it thought and said. */
export interface Step {
  readonly index: number;
  readonly thought: string;
  readonly text: string;
  /** The ids of the calls it asked for. */
  readonly calls: readonly string[];
  readonly complete: boolean;
  readonly durationMs: number;
  readonly usage: Usage | null;
}

export type CallStatus = "wished" | "running" | "done" | "failed";

/** One use of a capability. */
export interface CallView {
  readonly id: string;
  readonly capability: string;
  readonly title: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly status: CallStatus;
  readonly startedAt: string | null;
  readonly progress: { readonly message: string; readonly fraction: number | null } | null;
  readonly result: Result | null;
  /** What it printed, when it is a command. */
  readonly printed?: Printed;
}

/** What no longer fit into a prompt. */
export type Folding = "messages" | "results" | "attachments";

/** Something worth a line that is neither thought nor call. */
export type Note =
  | { readonly kind: "folded"; readonly what: Folding; readonly dropped: number; readonly summary: string }
  | {
      readonly kind: "recalled";
      readonly items: readonly MemoryItem[];
      /** Why each entered, by its id; turns of earlier versions do not say. */
      readonly reasons: Readonly<FactOf<"memory.recalled">["reasons"]>;
    }
  | { readonly kind: "routed"; readonly agent: string; readonly team: string; readonly reason: string }
  | { readonly kind: "stopped"; readonly reason: string }
  | { readonly kind: "steered"; readonly message: string }
  | { readonly kind: "refused"; readonly rules: readonly string[] }
  | { readonly kind: "restarted" }
  | { readonly kind: "outside"; readonly target: string }
  | { readonly kind: "guard"; readonly guard: string; readonly detail: string };

/** The parts of a run in the order they came. */
export type Trace =
  | { readonly kind: "step"; readonly index: number }
  | { readonly kind: "call"; readonly id: string }
  | { readonly kind: "child"; readonly run: string }
  | { readonly kind: "note"; readonly seq: string; readonly note: Note };

/** Which model answers, and why it is this one. */
export type ChosenModel = Pick<FactOf<"model.chosen">, "tier" | "why" | "why_code"> & { readonly name: string };

/** A run as it is drawn: a turn, or a sub-agent inside one. */
export interface RunView {
  readonly id: string;
  readonly run: Run;
  readonly model: ChosenModel | null;
  /** What was understood of the words, as far as that was told. */
  readonly understood: Understood | null;
  readonly steps: readonly Step[];
  readonly calls: Readonly<Record<string, CallView>>;
  readonly trace: readonly Trace[];
  /** The id of the message it ended in. */
  readonly answer: string | null;
}

/** One conversation, folded. */
export interface Chat {
  readonly conversation: string;
  /** Its title, agent and project as they stand now. */
  readonly about: Conversation;
  readonly deleted: boolean;
  readonly entries: readonly Entry[];
  readonly messages: Readonly<Record<string, Message>>;
  readonly runs: Readonly<Record<string, RunView>>;
  readonly approvals: Readonly<Record<string, Approval>>;
  /** What was altered, as it was recorded; whether it is undone by now is not said here. */
  readonly changes: Readonly<Record<string, Change>>;
  /** What was proposed and waits to be adopted. */
  readonly proposals: Readonly<Record<string, Change>>;
  /** Older messages exist before this message. */
  readonly before: string | null;
}
