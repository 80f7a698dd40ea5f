/**
 * Words. `const { t, format } = useI18n()` in components (re-renders when the language changes);
 * `translate(key)` elsewhere. English is the type: a key that pt-BR lacks does not compile, nor does
 * a call that forgets a variable of its phrase. New words go to `en/<room>.ts` and `pt-BR/<room>.ts`;
 * those of the rooms in `rooms.ts` are fetched with their screen, which alone says them.
 */

import { useMemo } from "react";

import { enter, type Key, phraseOf } from "./dictionaries";
import type { en } from "./en";
import { type Formats, formatsOf } from "./format";
import { type Locale, useLocale } from "./locale";
import { fill, type NamesIn, type Value } from "./phrases";
import type { Room } from "./rooms";

export { type Key, learn } from "./dictionaries";
export type { Formats } from "./format";
export { helpOf, paramOf } from "./help";
export { aboutOf, nameOf, residentName } from "./personas";
export { findingOf, hintOf, messageOf } from "./problems";
export { projectNameOf } from "./projects";
export { whyOf } from "./why";
export { LOCALE_NAMES, LOCALES, type Locale, pickLocale, setLocale, useLocale } from "./locale";

/** A key whose phrase takes no variables: labels of screens and actions. */
export type PlainKey = { [K in Key]: [NamesIn<(typeof en)[K]>] extends [never] ? K : never }[Key];

type Arguments<K extends Key> = [NamesIn<(typeof en)[K]>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<(typeof en)[K]>, Value>>];

/** Say a phrase: `t("home.greeting", { name })`. */
export type Translate = <K extends Key>(key: K, ...values: Arguments<K>) => string;

export interface I18n {
  readonly locale: Locale;
  readonly t: Translate;
  readonly format: Formats;
}

/** The words and formats of one language. */
export function i18nOf(locale: Locale): I18n {
  const t: Translate = (key, ...values) => fill(phraseOf(key, locale), locale, values[0]);
  return { locale, t, format: formatsOf(locale) };
}

/** The words and formats of the language in use. */
export function useI18n(): I18n {
  const locale = useLocale((state) => state.locale);
  return useMemo(() => i18nOf(locale), [locale]);
}

/** Just the words. */
export function useT(): Translate {
  return useI18n().t;
}

/** Say a phrase outside components, in the language of this moment. */
export const translate: Translate = (key, ...values) => i18nOf(useLocale.getState().locale).t(key, ...values);

/** A screen with its words: `lazy(() => withWords("agents", import("./AgentsScreen")).then(…))`. */
export async function withWords<Module>(room: Room, module: Promise<Module>): Promise<Module> {
  const [loaded] = await Promise.all([module, enter(room)]);
  return loaded;
}
