/**
 * The words of each language, fetched when it is first spoken: nobody carries a language they do not read,
 * nor the words of a screen they did not open.
 */

import type { en } from "./en";
import type { Locale } from "./locale";
import type { Phrase } from "./phrases";
import { ROOMS, type Room } from "./rooms";

export type Key = keyof typeof en;

/** A problem in a language: what happened and what to do. `{name}` is the thing the server's message names. */
export interface ProblemWords {
  readonly message: string;
  /** The message when the server named the thing. */
  readonly named?: string;
  readonly hint?: string;
  /** The kind is broad: the server's own words follow, so that nothing is lost. */
  readonly broad?: true;
  /** The server says this one in the person's language, with all that is to be known: its words stand. */
  readonly spoken?: true;
}

/** What tools say about themselves: their sentences, and what their parameters are called. */
export interface Help {
  readonly sentences: Readonly<Record<string, string>>;
  readonly names: Readonly<Record<string, string>>;
}

export interface Dictionary {
  /** What can be said by now: the first words, and those of the rooms that were entered. */
  readonly phrases: Readonly<Partial<Record<Key, Phrase>>>;
  /** Problems by code; the server speaks English itself. */
  readonly problems: Readonly<Record<string, ProblemWords>>;
  /** What can be wrong with a workflow, by code. */
  readonly findings: Readonly<Record<string, ProblemWords>>;
  /** Help of our own tools by the server's English. */
  readonly help: Help;
}

const FIRST: Readonly<Record<Locale, () => Promise<Dictionary>>> = {
  en: () => import("./en/first").then(({ first, names }) => ({ phrases: first, problems: {}, findings: {}, help: { sentences: {}, names } })),
  "pt-BR": () => import("./pt-BR/first").then(({ first: phrases, ...others }) => ({ phrases, ...others })),
};

const learned = new Map<Locale, Dictionary>();
const entered = new Set<Room>();

/** Have a language's words at hand: the first ones, and those of every room that was entered. */
export async function learn(locale: Locale): Promise<void> {
  if (!learned.has(locale)) {
    const first = await FIRST[locale]();
    if (!learned.has(locale)) learned.set(locale, first);
  }
  await Promise.all([...entered].map((room) => extend(locale, room)));
}

/** Have a room's words at hand, in every language that was learned; one that is being learned gets them too. */
export async function enter(room: Room): Promise<void> {
  entered.add(room);
  await Promise.all([...learned.keys()].map((locale) => extend(locale, room)));
}

async function extend(locale: Locale, room: Room): Promise<void> {
  const words = await ROOMS[room][locale]();
  const known = dictionaryOf(locale);
  learned.set(locale, { ...known, phrases: { ...known.phrases, ...words } });
}

/** The words of a language that was learned. */
export function dictionaryOf(locale: Locale): Dictionary {
  const dictionary = learned.get(locale);
  if (dictionary === undefined) throw new Error(`the language ${locale} was not learned before it was spoken`);
  return dictionary;
}

/** A phrase of a language that was learned. */
export function phraseOf(key: Key, locale: Locale): Phrase {
  const phrase = dictionaryOf(locale).phrases[key];
  if (phrase === undefined) throw new Error(`the words of ${key} were not learned before they were spoken`);
  return phrase;
}
