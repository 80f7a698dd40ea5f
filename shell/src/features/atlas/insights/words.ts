/** How an insight is told: its severity, its kind, and the figures it goes by. Pure. */

import type { AtlasEvidence } from "@/api";
import type { Locale, Translate } from "@/i18n";
import { amountOf, dayOf, monthOf, percentOf } from "@/i18n/amounts";
import type { Tone } from "@/ui";

const TONES: Readonly<Record<string, Tone>> = { critical: "bad", high: "warn", medium: "neutral", low: "neutral" };
const SEVERITIES = ["low", "medium", "high", "critical"] as const;
const TYPES = ["risk", "opportunity", "info"] as const;
const FIGURES = ["progress", "actual", "target", "due", "last_value_in"] as const;

export const severityTone = (severity: string): Tone => TONES[severity] ?? "neutral";

/** A severity in words; one nobody knows is said as it is. */
export function severityWords(severity: string, t: Translate): string {
  const known = SEVERITIES.find((each) => each === severity);
  return known === undefined ? severity : t(`atlas.severity.${known}`);
}

/** A kind of insight in words; one nobody knows is said as it is. */
export function typeWords(type: string, t: Translate): string {
  const known = TYPES.find((each) => each === type);
  return known === undefined ? type : t(`atlas.insight.type.${known}`);
}

/** A figure with its name: "Progress: 45.2%". */
export function figureWords({ figure, value, unit }: AtlasEvidence, t: Translate, locale: Locale): string {
  const known = FIGURES.find((each) => each === figure);
  const name = known === undefined ? figure : t(`atlas.figure.${known}`);
  return `${name}: ${valueWords(figure, value, unit, t, locale)}`;
}

function valueWords(figure: string, value: AtlasEvidence["value"], unit: AtlasEvidence["unit"], t: Translate, locale: Locale): string {
  if (value === null) return figure === "last_value_in" ? t("atlas.figure.never") : "—";
  if (typeof value === "string") return figure === "due" ? dayOf(value, locale) : figure === "last_value_in" ? monthOf(value, locale, "short") : value;
  return figure === "progress" ? percentOf(value, locale) : amountOf(value, unit, locale);
}
