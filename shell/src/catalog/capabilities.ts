/** Capabilities as people look through them: their names, by app and by what they do. Pure. */

import type { App, Capability } from "@/api";
import type { Locale, Translate } from "@/i18n";

export type Effect = Capability["effect"];

/** From harmless to weighty. */
export const EFFECTS: readonly Effect[] = ["read", "navigate", "write", "delete", "exec", "external"];

/** Effects that leave everything as it was. */
export const LOOKING: ReadonlySet<Effect> = new Set<Effect>(["read", "navigate"]);

/** What a capability is called in a language. */
export function capabilityTitle(capability: Capability, locale: Locale): string {
  return capability.titles[locale.split("-")[0] ?? locale] ?? capability.title;
}

/** What an app is called in a language. */
export function appTitle(app: string, apps: readonly Pick<App, "id" | "name" | "names">[], locale: Locale): string {
  const known = apps.find(({ id }) => id === app);
  return known?.names[locale.split("-")[0] ?? locale] ?? known?.name ?? spoken(app);
}

const CATEGORIES = [
  "agents", "artifacts", "catalogue", "collections", "digests", "documents", "evaluations", "files", "folders", "history", "image", "indicators", "ingestion",
  "mcp", "memory", "notes", "objectives", "openapi", "registries", "search", "skills", "strategy", "talk", "teams", "time", "tools", "web", "workflows",
] as const;
type Category = (typeof CATEGORIES)[number];

/** What a kind of capability is called. */
export function categoryTitle(category: string, t: Translate): string {
  const known = CATEGORIES.find((each): each is Category => each === category);
  return known === undefined ? spoken(category) : t(`catalog.category.${known}`);
}

function spoken(name: string): string {
  const words = name.replace(/[_-]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Those in which every word is found: in the name, the title in any language, the help or other names. */
export function withWords(capabilities: readonly Capability[], words: string): readonly Capability[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return capabilities;
  return capabilities.filter((each) => {
    const text = plain([each.name, each.title, ...Object.values(each.titles), each.description, each.category, ...each.aliases].join(" "));
    return wanted.every((word) => text.includes(word));
  });
}

/** Without capitals and accents: "Memória" is found as "memoria". */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

export interface Shelf {
  readonly app: string;
  readonly effect: Effect;
  readonly capabilities: readonly Capability[];
}

/** By app, then by effect; inside that as people would read them. */
export function shelves(capabilities: readonly Capability[], locale: Locale): readonly Shelf[] {
  const apps = [...new Set(capabilities.map(({ app }) => app))].sort((a, b) => Number(b === "core") - Number(a === "core") || a.localeCompare(b));
  const byTitle = (a: Capability, b: Capability) => capabilityTitle(a, locale).localeCompare(capabilityTitle(b, locale), locale);
  return apps.flatMap((app) =>
    EFFECTS.map((effect) => ({
      app,
      effect,
      capabilities: capabilities.filter((each) => each.app === app && each.effect === effect).sort(byTitle),
    })).filter((shelf) => shelf.capabilities.length > 0),
  );
}
