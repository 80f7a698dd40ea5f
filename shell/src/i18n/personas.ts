/** The personas everybody has, in the person's language; others are called as their makers called them. */

import type { Translate } from ".";

interface Named {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly descriptions?: Readonly<Record<string, string>>;
  readonly builtin: boolean;
}

const OURS = ["assistant", "researcher", "creator", "coder", "planner", "critic", "clarifier", "dev", "agent-creator"] as const;
type Ours = (typeof OURS)[number];

function isOurs(id: string): id is Ours {
  return OURS.some((ours) => ours === id);
}

/** What a persona is called. */
export function nameOf(agent: Named, t: Translate): string {
  return agent.builtin && isOurs(agent.id) ? t(`persona.${agent.id}`) : agent.name;
}

/** What a persona is for. */
export function aboutOf(agent: Named, t: Translate): string {
  if (agent.builtin && isOurs(agent.id)) return t(`persona.${agent.id}.about`);
  return agent.descriptions?.[t("words.language")] ?? agent.description;
}

/** What an agent without a persona is called: one that lives beside a project by the last of its three names. */
export function residentName(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}
