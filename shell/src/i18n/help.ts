/** What tools say about themselves, in the person's language; tools of other makers speak for themselves. */

import { dictionaryOf } from "./dictionaries";
import type { Locale } from "./locale";

/** A text of a tool or of one of its parameters, whole or paragraph by paragraph. Its `code` marks are for terminals and models. */
export function helpOf(text: string, locale: Locale): string {
  const { sentences } = dictionaryOf(locale).help;
  const say = (words: string) => {
    const plain = words.replaceAll("\n", " ");
    return Object.hasOwn(sentences, plain) ? sentences[plain] : undefined;
  };
  const said = say(text) ?? text.split("\n\n").map((each) => say(each) ?? each).join("\n\n");
  return said.replaceAll("`", "");
}

/** What a parameter is called: `max_results` is "Max results", or the name it has in this language. */
export function paramOf(name: string, locale: Locale): string {
  const { names } = dictionaryOf(locale).help;
  const said = Object.hasOwn(names, name) ? names[name] : undefined;
  if (said !== undefined) return said;
  const words = name.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
