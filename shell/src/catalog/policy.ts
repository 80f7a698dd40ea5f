/** Who may do what without asking, as the server's gate decides it (`kernel/policy.py`). Pure; only to explain. */

import type { Agent, Capability } from "@/api";
import { LOOKING } from "./capabilities";

export type Policy = Agent["policy"];
export type Allowed = Agent["capabilities"];
export type Decision = "allow" | "ask" | "deny";

/** Whether an entry such as `core.read_file`, `core.*` or `*` speaks of a capability. */
export function covers(entry: string, name: string): boolean {
  return entry === "*" || entry === name || (entry.endsWith(".*") && name.startsWith(entry.slice(0, -1)));
}

/** Whether an agent's own list lets it use a capability at all. */
export function permitted(name: string, allowed: Allowed): boolean {
  const listed = (entries: readonly string[]) => entries.some((entry) => covers(entry, name));
  return listed(allowed.allow) && !listed(allowed.deny);
}

/** What happens with an ordinary call, under the owner's policy and then the agent's. Rules about single targets aside. */
export function decisionOf(capability: Capability, policies: readonly Policy[]): Decision {
  const said = (rules: readonly string[]) => rules.some((rule) => !rule.includes("(") && covers(rule, capability.name));
  if (policies.some(({ deny }) => said(deny))) return "deny";
  if (!LOOKING.has(capability.effect) && policies.some(({ on_write }) => on_write === "fail")) return "deny";
  if (policies.some(({ ask }) => said(ask))) return "ask";
  const [owner, ...agents] = policies.map(({ allow }) => said(allow));
  if (owner || (agents.length > 0 && agents.every(Boolean))) return "allow";
  return byNeed(capability, policies[0]);
}

function byNeed(capability: Capability, owner: Policy | undefined): Decision {
  if (capability.approval === "auto") return "allow";
  return capability.approval === "plan" && owner?.on_write === "apply" && capability.reversible ? "allow" : "ask";
}
