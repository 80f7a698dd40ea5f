/** A persona while it is edited: what can be changed, and bringing two edits together. Pure. */

import type { Agent, NewPersona } from "@/api";

/** What a person can change about a persona; the rest is the system's to keep. */
export const PARTS = [
  "name",
  "description",
  "icon",
  "color",
  "persona_text",
  "model",
  "capabilities",
  "policy",
  "guidelines",
  "interrupts",
  "budget",
  "flow_graph",
] as const;

export type Part = (typeof PARTS)[number];
export type Persona = Pick<Agent, Part>;

export const LONGEST = { name: 80, description: 500, persona_text: 20_000 } as const;

/** A persona to begin with: it may look, it asks before it changes anything. */
export const FRESH: Persona = {
  name: "",
  description: "",
  icon: "sparkles",
  color: "indigo",
  persona_text: "",
  model: { role: "general", provider: null, id: null, fallbacks: [] },
  capabilities: { allow: ["*"], deny: [] },
  policy: { allow: [], ask: [], deny: [], on_write: "ask" },
  guidelines: [],
  interrupts: [],
  budget: { max_turns: 20, max_tokens: 200_000, max_cost: 1, max_seconds: 600 },
  flow_graph: null,
};

/** The editable part of an agent. */
export function personaOf(agent: Agent): Persona {
  return Object.fromEntries(PARTS.map((part) => [part, agent[part]])) as unknown as Persona;
}

/** As the server takes it. The id follows from the name, except where that is the address of this very form. */
export function asNew(persona: Persona): NewPersona {
  const taken = persona.name.toLowerCase().replace(/[^a-z0-9]/g, "") === "new";
  return { ...persona, id: taken ? "new-agent" : null, name: persona.name.trim(), mode: "service" };
}

export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => same((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]));
}

/** What differs between two versions. */
export function differing(a: Persona, b: Persona): readonly Part[] {
  return PARTS.filter((part) => !same(a[part], b[part]));
}

export interface Merge {
  /** Mine, with everything I did not touch as it stands now. */
  readonly merged: Persona;
  /** What both changed, each in their own way. */
  readonly clashes: readonly Part[];
}

/** Bring my edit and another one together, both made from `base`. */
export function merge(base: Persona, mine: Persona, theirs: Persona): Merge {
  const touched = new Set(differing(base, mine));
  const merged = Object.fromEntries(PARTS.map((part) => [part, touched.has(part) ? mine[part] : theirs[part]]));
  const clashes = differing(base, theirs).filter((part) => touched.has(part) && !same(mine[part], theirs[part]));
  return { merged: merged as unknown as Persona, clashes };
}
