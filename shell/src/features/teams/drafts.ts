/** A team while it is written. Pure. */

import type { AgentTeam, HandoffRule, TeamDraft, TeamMember } from "@/api";

export const EMPTY: TeamDraft = {
  name: "",
  agents: [],
  router: "skill",
  handoff_rules: [],
  brief: "",
  limits: { rounds: 8, budget: null },
  review: null,
  fallback: [],
  fallback_by: "order",
  instances: 1,
  sure_from: 0.6,
  unsure: "skill",
};

/** What of a team people write. */
export function draftOf(team: AgentTeam): TeamDraft {
  const { id: _id, version: _version, created_at: _created, updated_at: _updated, ...draft } = team;
  return draft;
}

export function withMember(draft: TeamDraft, agent: string): TeamDraft {
  return { ...draft, agents: [...draft.agents, { agent, role: "", skills: [] }] };
}

export function editMember(draft: TeamDraft, agent: string, edit: Partial<TeamMember>): TeamDraft {
  return { ...draft, agents: draft.agents.map((each) => (each.agent === agent ? { ...each, ...edit } : each)) };
}

/** Without a member, nothing names it any more. */
export function withoutMember(draft: TeamDraft, agent: string): TeamDraft {
  return {
    ...draft,
    agents: draft.agents.filter((each) => each.agent !== agent),
    handoff_rules: rulesOf(draft).filter(({ from_agent, to_agent }) => from_agent !== agent && to_agent !== agent),
    fallback: (draft.fallback ?? []).filter((each) => each !== agent),
    review: draft.review?.reviewer === agent ? null : draft.review,
  };
}

export function rulesOf(draft: TeamDraft): readonly HandoffRule[] {
  return draft.handoff_rules ?? [];
}

export function editRule(draft: TeamDraft, place: number, edit: Partial<HandoffRule>): TeamDraft {
  return { ...draft, handoff_rules: rulesOf(draft).map((rule, index) => (index === place ? { ...rule, ...edit } : rule)) };
}

/** Another handoff, between the first two that can. */
export function withRule(draft: TeamDraft): TeamDraft {
  const [first, second] = draft.agents;
  if (first === undefined || second === undefined) return draft;
  const rule: HandoffRule = { from_agent: first.agent, to_agent: second.agent, condition: "", strategy: "auto" };
  return { ...draft, handoff_rules: [...rulesOf(draft), rule] };
}
