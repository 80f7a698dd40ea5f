/** Who is tried: an agent as it is saved, as it was, or as it is being edited; with a model of its own. Pure. */

import type { AgentFields, TrialSubject } from "@/api";

/** Which states of an agent are asked. */
export type States = "saved" | "draft" | "both";

/** The states of one agent as subjects, the saved one first. */
export function statesOf(agent: string, draft: AgentFields | null, states: States): readonly TrialSubject[] {
  const saved: TrialSubject = { agent, label: "" };
  if (draft === null || states === "saved") return [saved];
  const edited: TrialSubject = { agent, draft, label: "" };
  return states === "draft" ? [edited] : [saved, edited];
}
