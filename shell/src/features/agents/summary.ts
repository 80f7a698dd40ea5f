/** What an agent may do, as one sentence. Pure. */

import type { Capability } from "@/api";
import { decisionOf, type Effect, permitted, type Policy } from "@/catalog";
import type { I18n } from "@/i18n";
import type { Persona } from "./persona";

const ABILITIES = ["look", "remember", "open", "write", "delete", "run", "reach"] as const;
export type Ability = (typeof ABILITIES)[number];

const BY_EFFECT: Readonly<Record<Effect, Ability>> = {
  read: "look",
  navigate: "open",
  write: "write",
  delete: "delete",
  exec: "run",
  external: "reach",
};

/** Remembering is a write that people think of as something else. */
function abilityOf(capability: Capability): Ability {
  return capability.effect === "write" && capability.category === "memory" ? "remember" : BY_EFFECT[capability.effect];
}

export interface Summary {
  readonly may: readonly Ability[];
  readonly asks: readonly Ability[];
  readonly never: readonly Ability[];
}

/** What it does freely, what it asks for, and what it cannot do at all; of a mixed lot the careful half is said. */
export function summaryOf(persona: Persona, known: readonly Capability[], owner: Policy): Summary {
  const answers = new Map<Ability, Set<string>>();
  for (const capability of known) {
    if (capability.internal) continue; // a step of an app's own runs: no agent is shown it
    const allowed = permitted(capability.name, persona.capabilities);
    const answer = allowed ? narrowed(decisionOf(capability, [owner, persona.policy]), capability, persona) : "deny";
    const ability = abilityOf(capability);
    answers.set(ability, (answers.get(ability) ?? new Set()).add(answer));
  }
  const those = (fits: (said: ReadonlySet<string>) => boolean) =>
    ABILITIES.filter((ability) => {
      const said = answers.get(ability);
      return said !== undefined && fits(said);
    });
  return {
    may: those((said) => said.has("allow") && !said.has("ask")),
    asks: those((said) => said.has("ask")),
    never: those((said) => !said.has("allow") && !said.has("ask")),
  };
}

/** What guidelines and interrupts leave of a decision: they only ever narrow it. */
function narrowed(decision: string, capability: Capability, { guidelines, interrupts }: Persona): string {
  const about = (what: string) => what === `effect:${capability.effect}` || permitted(capability.name, { allow: [what], deny: [] });
  if (decision === "deny" || guidelines.some((rule) => rule.rule === "never" && about(rule.what))) return "deny";
  const asks = guidelines.some((rule) => rule.rule === "ask" && about(rule.what));
  return asks || interrupts.some(({ moment, what }) => moment === "before" && about(what)) ? "ask" : decision;
}

/** "May look things up and remember; asks before writing; may not delete." */
export function sentenceOf({ may, asks, never }: Summary, { t, format }: I18n): string {
  if (may.length + asks.length === 0) return t("agents.summary.nothing");
  const pieces = [
    may.length > 0 && t("agents.summary.may", { things: format.all(may.map((ability) => t(`agents.ability.${ability}`))) }),
    asks.length > 0 && t("agents.summary.asks", { things: format.either(asks.map((ability) => t(`agents.ability.${ability}.before`))) }),
    never.length > 0 && t("agents.summary.never", { things: format.either(never.map((ability) => t(`agents.ability.${ability}`))) }),
  ].filter((piece) => piece !== false);
  const sentence = pieces.join("; ");
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
