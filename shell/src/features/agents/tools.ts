/** Which tools an agent may use, as boxes to tick; patterns that fit no box stay as they were written. Pure. */

import type { Capability } from "@/api";
import { type Allowed, covers, LOOKING, permitted, type Policy } from "@/catalog";

export type Reach = "all" | "looking" | "custom";

/** How far the list reaches over the tools there are. */
export function reachOf(allowed: Allowed, known: readonly Capability[]): Reach {
  const mine = known.filter(({ name }) => permitted(name, allowed));
  if (allowed.allow.includes("*") && mine.length === known.length) return "all";
  const looking = known.filter(({ effect }) => LOOKING.has(effect));
  const exact = mine.length === looking.length && mine.every(({ effect }) => LOOKING.has(effect));
  return exact && looking.length > 0 ? "looking" : "custom";
}

/** Everything, or everything that only looks. Entries about tools that are not installed stay. */
export function withReach(allowed: Allowed, reach: Exclude<Reach, "custom">, known: readonly Capability[]): Allowed {
  const elsewhere = (entries: readonly string[]) =>
    entries.filter((entry) => !known.some(({ name }) => covers(entry, name)));
  const deny = elsewhere(allowed.deny);
  if (reach === "all") return { allow: ["*"], deny };
  const names = known.filter(({ effect }) => LOOKING.has(effect)).map(({ name }) => name);
  return { allow: [...names, ...elsewhere(allowed.allow)], deny };
}

/** Whether a pattern forbids this tool, so that no box can allow it. */
export function barredBy(name: string, allowed: Allowed): string | undefined {
  return allowed.deny.find((entry) => entry !== name && covers(entry, name));
}

/** Tick or clear some boxes. Patterns that allow or forbid more than these are not touched. */
export function withTools(allowed: Allowed, names: readonly string[], on: boolean): Allowed {
  return names.reduce((list, name) => withTool(list, name, on), allowed);
}

function withTool(allowed: Allowed, name: string, on: boolean): Allowed {
  const without = (entries: readonly string[]) => entries.filter((entry) => entry !== name);
  const covered = allowed.allow.some((entry) => entry !== name && covers(entry, name));
  if (on) {
    const allow = covered || allowed.allow.includes(name) ? allowed.allow : [...allowed.allow, name];
    return { allow, deny: without(allowed.deny) };
  }
  const deny = covered && !allowed.deny.includes(name) ? [...allowed.deny, name] : allowed.deny;
  return { allow: without(allowed.allow), deny };
}

/** Entries that are not the name of one tool there is: `core.*`, or a tool of an app that is not here. */
export function patterns(entries: readonly string[], known: readonly Capability[]): readonly string[] {
  return entries.filter((entry) => !known.some(({ name }) => name === entry));
}

/** Exchange the patterns of a list and keep its plain names. */
export function withPatterns(entries: readonly string[], wanted: readonly string[], known: readonly Capability[]): string[] {
  const kept = entries.filter((entry) => known.some(({ name }) => name === entry));
  return [...wanted.filter((entry) => !kept.includes(entry)), ...kept];
}

/** What a person says about one tool: nothing (the tool's own way), or a rule. */
export type Wish = "own" | "allow" | "ask" | "deny";
export const RULES = ["allow", "ask", "deny"] as const;

export function wishOf(policy: Policy, name: string): Wish {
  return (["deny", "ask", "allow"] as const).find((rule) => policy[rule].includes(name)) ?? "own";
}

/** Say it anew about one tool; rules with patterns stay. */
export function withWish(policy: Policy, name: string, wish: Wish): Policy {
  const lists = Object.fromEntries(
    RULES.map((rule) => {
      const others = policy[rule].filter((entry) => entry !== name);
      return [rule, rule === wish ? [...others, name] : others];
    }),
  );
  return { ...policy, ...lists };
}

const ENTRY = /^(\*|[a-z][a-z0-9_]*\.(\*|[a-z][a-z0-9_]*))$/;
const RULE = /^(\*|[a-z][a-z0-9_]*\.(\*|[a-z][a-z0-9_]*))(\(.+\))?$/;

/** Whether the server can read an entry: `app.name`, `app.*`, `*`. */
export const isEntry = (text: string): boolean => ENTRY.test(text);
/** Whether the server can read a rule: an entry, or one about a target: `core.write_file(notes/**)`. */
export const isRule = (text: string): boolean => RULE.test(text);
