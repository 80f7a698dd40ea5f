/** Expectations of an answer as sentences, and new ones from a form. Pure. */

import type { Expectation } from "@/api";
import type { Translate } from "@/i18n";

/** The kinds that a form makes; others that a set brings are shown, and kept. */
export const KINDS = [
  "mentions",
  "never_mentions",
  "calls",
  "never_calls",
  "never_writes",
  "asks_person",
  "language",
  "words",
  "cites",
  "hands_over",
  "seconds",
  "tokens",
  "cost",
  "judged",
] as const satisfies readonly Expectation["expects"][];
export type Kind = (typeof KINDS)[number];

const EFFECTS = ["read", "write", "delete", "exec", "external", "navigate"] as const;

/** What is filled in while an expectation is made. */
export interface ExpectationForm {
  readonly kind: Kind;
  readonly text: string;
  readonly tool: string;
  readonly language: "pt" | "en";
  /** The most of what the kind counts; each kind begins with its own. */
  readonly most: number | null;
}

export const MOST: Readonly<Partial<Record<Kind, number>>> = { words: 150, seconds: 30, tokens: 10_000, cost: 1 };

/** An empty form of a kind. */
export function formOf(kind: Kind): ExpectationForm {
  return { kind, text: "", tool: "", language: "en", most: MOST[kind] ?? null };
}

/** The expectation that a form makes; none while something is missing. */
export function expectationOf(form: ExpectationForm): Expectation | null {
  const { kind, tool: what, language, most } = form;
  const text = form.text.trim();
  switch (kind) {
    case "mentions":
    case "never_mentions":
      return text === "" ? null : { expects: kind, text };
    case "judged":
      return text === "" ? null : { expects: kind, criterion: text, min_score: 0.7 };
    case "calls":
    case "never_calls":
      return what === "" ? null : { expects: kind, what };
    case "language":
      return { expects: kind, language };
    case "words":
    case "seconds":
    case "tokens":
    case "cost":
      return most === null || most <= 0 ? null : { expects: kind, most };
    case "cites":
      return { expects: kind, document: text };
    case "hands_over":
      return { expects: kind, to: text };
    case "never_writes":
    case "asks_person":
      return { expects: kind };
  }
}

/** What is needed to say an expectation: words, names of tools, and how figures are written. */
export interface Speech {
  readonly t: Translate;
  /** Names a tool for people; its own name where nobody knows it. */
  readonly named: (tool: string) => string;
  readonly number: (value: number) => string;
  readonly money: (value: number) => string;
}

/** An expectation as a sentence about the answer. */
export function sentenceOf(expectation: Expectation, { t, named, number, money }: Speech): string {
  switch (expectation.expects) {
    case "mentions":
    case "never_mentions":
      return t(`evaluations.expect.${expectation.expects}`, { text: expectation.text });
    case "judged":
      return t("evaluations.expect.judged", { text: expectation.criterion });
    case "calls":
    case "never_calls":
      return t(`evaluations.expect.${expectation.expects}`, { what: whatWords(expectation.what, t, named) });
    case "language":
      return t("evaluations.expect.language", { language: t(`evaluations.language.${expectation.language}`) });
    case "words":
    case "seconds":
    case "tokens":
      return t(`evaluations.expect.${expectation.expects}`, { most: number(expectation.most) });
    case "cost":
      return t("evaluations.expect.cost", { most: money(expectation.most) });
    case "cites":
      return expectation.document ? t("evaluations.expect.cites.named", { document: expectation.document }) : t("evaluations.expect.cites");
    case "hands_over":
      return expectation.to ? t("evaluations.expect.hands_over.named", { to: expectation.to }) : t("evaluations.expect.hands_over");
    case "never_writes":
    case "asks_person":
    case "shape":
      return t(`evaluations.expect.${expectation.expects}`);
  }
}

function whatWords(what: string, t: Translate, named: Speech["named"]): string {
  if (what === "*") return t("evaluations.what.all");
  const effect = EFFECTS.find((each) => what === `effect:${each}`);
  return effect === undefined ? named(what) : t(`evaluations.what.${effect}`);
}
