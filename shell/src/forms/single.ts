/** One field by itself, where no whole form stands around it. Pure. */

import type { Locale, Translate } from "@/i18n";
import { wrongsOf } from "./complaints";
import { type DraftGroup, draftOf } from "./draft";
import { read } from "./read";
import type { Json } from "./schema";
import type { Wrongs } from "./SchemaForm";
import type { FormField } from "./shape";

/** What stands in the field when it has this value. */
export function fieldDraft(field: FormField, value: Json | undefined): DraftGroup {
  // What was not given is not filled in: then the default of the server holds.
  return draftOf([{ ...field, initial: undefined }], value === undefined ? {} : { [field.name]: value });
}

/** The value that stands in the field; undefined when it is left out. */
export function readField(field: FormField, draft: DraftGroup, locale: Locale, t: Translate): { readonly value: Json | undefined; readonly wrongs: Wrongs } {
  const { params, complaints } = read([field], draft, locale === "pt-BR" ? "," : ".");
  return { value: params[field.name], wrongs: wrongsOf(complaints, t) };
}
