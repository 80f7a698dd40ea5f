import type { StepView } from "@/api";
import type { Translate } from "@/i18n";

/** How much a step gave, in words; nothing where that cannot be counted. */
export function sizeWords(size: StepView["size"], t: Translate): string | null {
  return size === null ? null : t(`canvas.size.${size.unit}`, { count: size.count });
}
