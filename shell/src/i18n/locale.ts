/** Which language the shell speaks: the chosen one, else the browser's. */

import { create } from "zustand";

import { learn } from "./dictionaries";

export type Locale = "en" | "pt-BR";

export const LOCALES: readonly Locale[] = ["pt-BR", "en"];

/** Each language under its own name, so that people find theirs. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { "pt-BR": "Português (Brasil)", en: "English" };

const REMEMBERED = "aule.locale";

/** The language for these browser preferences: the first we speak, else English. */
export function pickLocale(preferred: readonly string[]): Locale {
  for (const tag of preferred) {
    const language = tag.toLowerCase().split("-")[0];
    if (language === "pt") return "pt-BR";
    if (language === "en") return "en";
  }
  return "en";
}

function initial(): Locale {
  const remembered = globalThis.localStorage?.getItem(REMEMBERED);
  if (remembered === "en" || remembered === "pt-BR") return remembered;
  return pickLocale(globalThis.navigator?.languages ?? []);
}

/** The language in use; components that read it re-render when it changes. */
export const useLocale = create<{ readonly locale: Locale }>(() => ({ locale: initial() }));

let wanted: Locale | null = null;

/**
 * Speak this language from now on; null means the browser's. Remembered, so that a reload does not flash.
 * The words are fetched first; of two wishes in a row the later one holds.
 */
export function setLocale(choice: Locale | null): void {
  const locale = choice ?? pickLocale(globalThis.navigator.languages);
  if (choice === null) localStorage.removeItem(REMEMBERED);
  else localStorage.setItem(REMEMBERED, choice);
  wanted = locale;
  void learn(locale).then(() => {
    if (wanted !== locale) return;
    document.documentElement.lang = locale;
    useLocale.setState({ locale });
  });
}
