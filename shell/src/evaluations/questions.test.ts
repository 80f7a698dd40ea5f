import { expect, test } from "vitest";

import { askable, freshQuestion, sameQuestions } from "./questions";
import { statesOf } from "./subjects";

const question = (id: string, words = "When?") => ({ id, words, expectations: [] });

test("a new question gets an id that no other has", () => {
  expect(freshQuestion([]).id).toBe("q1");
  expect(freshQuestion([question("q2")]).id).toBe("q3");
});

test("cards that were left empty are not kept", () => {
  expect(askable([question("a", "  "), question("b")])).toEqual([question("b")]);
});

test("questions are the same whatever the order of what their expectations say", () => {
  const one = { ...question("a"), expectations: [{ expects: "mentions" as const, text: "x" }] };
  const other = { ...question("a"), expectations: [{ text: "x", expects: "mentions" as const }] };
  expect(sameQuestions([one], [other])).toBe(true);
  expect(sameQuestions([one], [question("a")])).toBe(false);
});

test("a draft is tried only where there is one", () => {
  const draft = { system_prompt: "Be brief." };
  expect(statesOf("reviewer", null, "both")).toEqual([{ agent: "reviewer", label: "" }]);
  expect(statesOf("reviewer", draft, "both").map((each) => each.draft)).toEqual([undefined, draft]);
  expect(statesOf("reviewer", draft, "draft").map((each) => each.draft)).toEqual([draft]);
});
