import { expect, test } from "vitest";

import { subjectsOf, withChoice } from "./chosen";

const coder = { agent: "coder", version: null, model: null };

test("the same choice twice is tried once", () => {
  expect(subjectsOf([coder, coder])).toEqual([{ agent: "coder", version: null, model: null, label: "" }]);
});

test("a model is named by its provider and its id, which may have slashes", () => {
  const [subject] = subjectsOf([{ ...coder, model: "hub/meta/small" }]);
  expect(subject?.model).toEqual({ role: "general", provider: "hub", id: "meta/small", fallbacks: [] });
});

test("another agent begins as it is saved now", () => {
  expect(withChoice([{ ...coder, version: 3 }], 0, { agent: "critic" })).toEqual([{ agent: "critic", version: null, model: null }]);
  expect(withChoice([coder], 0, { version: 2 })).toEqual([{ ...coder, version: 2 }]);
});
