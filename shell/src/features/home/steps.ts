/** The first steps of somebody new: what there is to try, and what is done. Pure. */

import type { Agent, Home } from "@/api";

export const STEPS = ["ask", "model", "agent", "project", "file", "document", "undo"] as const;

export type Step = (typeof STEPS)[number];

/** What can be seen of somebody's steps. */
export interface Seen {
  readonly home: Pick<Home, "recent" | "running" | "projects" | "artifacts" | "conversations" | "model">;
  readonly agents: readonly Pick<Agent, "builtin">[];
  /** Whether there is any document to ask. */
  readonly documents: boolean;
  /** Whether anything was ever taken back. */
  readonly undone: boolean;
}

/** The steps that are done, as far as one can see. */
export function doneSteps({ home, agents, documents, undone }: Seen): readonly Step[] {
  const done: Readonly<Record<Step, boolean>> = {
    ask: home.conversations.length > 0 || home.recent.length > 0,
    // Tier 0 is what works without one.
    model: home.model.tier > 0,
    agent: agents.some((agent) => !agent.builtin),
    project: home.projects.length > 1,
    // A person's own file was made by no tool.
    file: home.artifacts.some((artifact) => artifact.made_by === null),
    document: documents,
    undo: undone,
  };
  return STEPS.filter((step) => done[step]);
}

/** What was done once stays done, though it may not be seen any more. */
export function withKept(kept: unknown, done: readonly Step[]): readonly Step[] {
  const before: readonly unknown[] = Array.isArray(kept) ? kept : [];
  return STEPS.filter((step) => before.includes(step) || done.includes(step));
}
