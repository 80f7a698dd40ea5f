/** A field in words: what it is called and what it is for, in the person's language. */

import { helpOf, type Locale, paramOf } from "@/i18n";
import type { FormField } from "./shape";

export function labelOf(field: FormField, locale: Locale): string {
  return field.label ?? paramOf(field.name, locale);
}

export function hintOf(field: FormField, locale: Locale): string | undefined {
  return field.hint === undefined ? undefined : helpOf(field.hint, locale);
}
