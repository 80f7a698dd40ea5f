/** Phrases: what stands in a dictionary, and how values get into it. Pure, no React. */

/** One sentence, or one per plural form. `{name}` is replaced by the variable `name`. */
export type Phrase = string | Plural;

/** A phrase that depends on `count`. `zero` wins for exactly nothing, whatever the language's rule says. */
export interface Plural {
  readonly zero?: string;
  readonly one: string;
  readonly other: string;
}

export type Value = string | number;

/** The names of the variables inside a phrase, read from its type. */
export type NamesIn<P> = P extends string
  ? P extends `${string}{${infer Name}}${infer Rest}`
    ? Name | NamesIn<Rest>
    : never
  : P extends Plural
    ? "count" | NamesIn<P["one"]> | NamesIn<P["other"]>
    : never;

/** Whether this phrase speaks of an amount. */
export function isPlural(phrase: Phrase): phrase is Plural {
  return typeof phrase !== "string";
}

/** Put values into a phrase. Numbers are written as the language writes them. */
export function fill(phrase: Phrase, locale: string, values: Readonly<Record<string, Value>> = {}): string {
  const text = isPlural(phrase) ? form(phrase, locale, Number(values.count ?? 0)) : phrase;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? numberFormat(locale).format(value) : value;
  });
}

function form(phrase: Plural, locale: string, count: number): string {
  if (count === 0 && phrase.zero !== undefined) return phrase.zero;
  return pluralRules(locale).select(count) === "one" ? phrase.one : phrase.other;
}

const numberFormat = perLocale((locale) => new Intl.NumberFormat(locale));
const pluralRules = perLocale((locale) => new Intl.PluralRules(locale));

/** Intl objects are slow to build and never change: build each once per language. */
function perLocale<T>(build: (locale: string) => T): (locale: string) => T {
  const built = new Map<string, T>();
  return (locale) => {
    const known = built.get(locale);
    if (known !== undefined) return known;
    const fresh = build(locale);
    built.set(locale, fresh);
    return fresh;
  };
}

/** What another language owes for each room of the English dictionary: every key, no other. */
export type Words<English> = { readonly [K in keyof English]: Phrase };
