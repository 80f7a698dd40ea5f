/** The words of each language, fetched when it is first spoken: nobody carries a language they do not read. */

import type { en } from "./en";
import type { Locale } from "./locale";
import type { Phrase } from "./phrases";

export type Key = keyof typeof en;

/** A problem in a language: what happened and what to do. `{name}` is the thing the server's message names. */
export interface ProblemWords {
  readonly message: string;
  /** The message when the server named the thing. */
  readonly named?: string;
  readonly hint?: string;
  /** The kind is broad: the server's own words follow, so that nothing is lost. */
  readonly broad?: true;
}

/** What tools say about themselves: their sentences, and what their parameters are called. */
export interface Help {
  readonly sentences: Readonly<Record<string, string>>;
  readonly names: Readonly<Record<string, string>>;
}

export interface Dictionary {
  readonly phrases: Readonly<Record<Key, Phrase>>;
  /** Problems by code; the server speaks English itself. */
  readonly problems: Readonly<Record<string, ProblemWords>>;
  /** What can be wrong with a workflow, by code. */
  readonly findings: Readonly<Record<string, ProblemWords>>;
  /** Help of our own tools by the server's English. */
  readonly help: Help;
}

const FETCH: Readonly<Record<Locale, () => Promise<Dictionary>>> = {
  en: () => import("./en").then(({ en }) => ({ phrases: en, problems: {}, findings: {}, help: { sentences: {}, names: {} } })),
  "pt-BR": () => import("./pt-BR").then(({ ptBR, problems, findings, help }) => ({ phrases: ptBR, problems, findings, help })),
};

const learned = new Map<Locale, Dictionary>();

/** Have a language's words at hand. */
export async function learn(locale: Locale): Promise<void> {
  if (!learned.has(locale)) learned.set(locale, await FETCH[locale]());
}

/** The words of a language that was learned. */
export function dictionaryOf(locale: Locale): Dictionary {
  const dictionary = learned.get(locale);
  if (dictionary === undefined) throw new Error(`the language ${locale} was not learned before it was spoken`);
  return dictionary;
}
