/** Numbers as people type them. Pure. */

import type { Locale } from "@/i18n";

/** Read `2,000,000`, `2 000 000` or, in Portuguese, `2.000.000,5`. Undefined when it is no number. */
export function parseNumber(text: string, locale: Locale): number | undefined {
  const [group, decimal] = locale === "pt-BR" ? [".", ","] : [",", "."];
  const plain = text.replace(/\s/g, "").replaceAll(group, "").replace(decimal, ".");
  if (!/^\d+(\.\d+)?$/.test(plain)) return undefined;
  return Number(plain);
}
