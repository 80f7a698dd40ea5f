/** Providers in words and shapes. Pure. */

import type { ProbeFacts, ProviderInfo } from "@/api";
import type { I18n } from "@/i18n";
import type { Status } from "@/ui";

const DOTS: Readonly<Record<ProviderInfo["status"], Status>> = {
  reachable: "ok",
  unreachable: "off",
  no_key: "warn",
  off: "off",
  unknown: "idle",
};

export const dotOfProvider = (provider: ProviderInfo): Status => DOTS[provider.status];

/** What a model showed it can do: "tool calls: no · JSON: yes · context: 8,192". */
export function factsLine(facts: ProbeFacts | null, { t, format }: I18n): string {
  if (facts === null || facts.probed_at === null) return t("settings.facts.none");
  const word = (value: boolean | null) => t(value === null ? "words.unknown" : value ? "words.yes" : "words.no");
  const pieces = [
    t("settings.facts.tool_calls", { value: word(facts.tool_calls) }),
    t("settings.facts.json", { value: word(facts.json_schema) }),
    t("settings.facts.portuguese", { value: word(facts.portuguese) }),
  ];
  if (facts.context_length !== null) {
    pieces.push(t("settings.facts.context", { value: format.number(facts.context_length) }));
  }
  return pieces.join(" · ");
}
