/** Why a model was chosen, in the person's language. */

import type { Translate } from ".";

interface Reasoned {
  readonly why: string;
  readonly why_code?: Code | null;
}

type Code =
  | "persona"
  | "role"
  | "provider_default"
  | "only_model"
  | "none_connected"
  | "no_model_chosen"
  | "planning"
  | "fallback"
  | "unavailable";

/** The reason as a phrase; what cannot be used says why in the server's own words. */
export function whyOf({ why, why_code: code }: Reasoned, t: Translate): string {
  if (code === "fallback") return t("why.fallback", { why });
  return !code || code === "unavailable" ? why : t(`why.${code}`);
}
