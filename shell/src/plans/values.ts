/** Values of a step in words: what another step gives, what is decided later, or the value itself. Pure. */

import type { Translate } from "@/i18n";
import { readable } from "./editing";

/** A value as people read it; one that is only known later says where it comes from. */
export function valueWords(value: unknown, t: Translate): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return readable(value);
  const [[name, said] = ["", null], ...others] = Object.entries(value);
  if (others.length > 0 || typeof said !== "string") return readable(value);
  switch (name) {
    case "$from":
      return t("plans.param.from", { step: said.split(/[.[]/)[0] ?? said });
    case "$item":
      return t("plans.param.item", { name: said });
    case "$decide":
      return t("plans.param.decide", { words: said });
    default:
      return readable(value);
  }
}
