import { expect, test } from "vitest";

import type { Expectation } from "@/api";
import { formatsOf } from "@/i18n/format";
import { i18nOf } from "@/i18n";
import { expectationOf, formOf, KINDS, sentenceOf, type Speech } from "./expectations";

const speech = (locale: "en" | "pt-BR"): Speech => {
  const { number, money } = formatsOf(locale);
  return { t: i18nOf(locale).t, named: (tool) => (tool === "core.read_file" ? "Read a file" : tool), number, money };
};

test("every kind of expectation is said as a sentence, in both languages", () => {
  for (const kind of KINDS) {
    const made = expectationOf({ ...formOf(kind), text: "Friday", tool: "core.read_file" });
    expect(made?.expects).toBe(kind);
    for (const locale of ["en", "pt-BR"] as const) expect(sentenceOf(made as Expectation, speech(locale))).toMatch(/\S/);
  }
});

test("nothing is expected while something is missing", () => {
  const empty = KINDS.filter((kind) => expectationOf(formOf(kind)) === null);
  expect(empty).toEqual(["mentions", "never_mentions", "calls", "never_calls", "judged"]);
  expect(expectationOf({ ...formOf("words"), most: null })).toBeNull();
  expect(expectationOf({ ...formOf("mentions"), text: "  Friday " })).toEqual({ expects: "mentions", text: "Friday" });
});

test("tools, effects and figures are named as people name them", () => {
  const said = (expectation: Expectation) => sentenceOf(expectation, speech("en"));
  expect(said({ expects: "calls", what: "core.read_file" })).toBe("It uses: Read a file.");
  expect(said({ expects: "never_calls", what: "effect:delete" })).toBe("It never uses: deleting something.");
  expect(said({ expects: "never_calls", what: "*" })).toBe("It never uses: any tool.");
  expect(said({ expects: "tokens", most: 10_000 })).toBe("It takes at most 10,000 tokens.");
  expect(said({ expects: "cites", document: "" })).toBe("It cites a document.");
  expect(said({ expects: "cites", document: "Calendar" })).toBe("It cites the document “Calendar”.");
});
