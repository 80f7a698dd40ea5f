/** Models in words and choices. Pure. */

import type { ModelInfo, ProbeFacts, RoleChoice } from "@/api";
import { type I18n, type PlainKey, type Translate, whyOf } from "@/i18n";

/** A model as one string: its provider cannot have a slash, its id may. */
export function modelName(provider: string, id: string): string {
  return `${provider}/${id}`;
}

/** Back from one string to provider and id. */
export function splitModel(name: string): { readonly provider: string; readonly id: string } {
  const slash = name.indexOf("/");
  return { provider: name.slice(0, slash), id: name.slice(slash + 1) };
}

export interface FactWord {
  readonly key: PlainKey;
  /** Whether it can; null: nobody tried. */
  readonly can: boolean | null;
}

/** What a model showed it can do, in the order people ask for it. */
export function factWords(facts: ProbeFacts): readonly FactWord[] {
  return [
    { key: "catalog.fact.tools", can: facts.tool_calls },
    { key: "catalog.fact.json", can: facts.json_schema },
    { key: "catalog.fact.streaming", can: facts.streaming },
    { key: "catalog.fact.portuguese", can: facts.portuguese },
  ];
}

/** Whether anybody ever tried this model out. */
export function isProbed(model: ModelInfo): boolean {
  return model.facts?.probed_at != null;
}

/** How much a model can keep in mind, size on disk and price, as far as known: "8,192 tokens · 4.7 GB". */
export function sizeLine(model: ModelInfo, { t, format }: I18n): string {
  const context = model.facts?.context_length ?? model.context_length;
  const pieces = [
    context === null || context === undefined ? "" : t("catalog.context", { count: context }),
    model.size_bytes === null ? "" : format.bytes(model.size_bytes),
    model.price === null ? "" : t("catalog.price", { input: format.money(model.price.input), output: format.money(model.price.output) }),
  ];
  return pieces.filter(Boolean).join(" · ");
}

/** Which model a role uses now, and why. */
export function nowWords(choice: RoleChoice, t: Translate): string {
  const why = whyOf(choice, t);
  return choice.tier === 0 ? t("catalog.now.none", { why }) : t("catalog.now", { model: choice.model, why });
}
