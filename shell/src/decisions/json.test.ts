import { describe, expect, it } from "vitest";

import { changedKeys, documentIn, draftOf, readDraft } from "./json";

describe("JSON that a person changes", () => {
  it("reads back as what it was", () => {
    const draft = draftOf({ a: [1, null] });
    expect(readDraft(draft.text, "object")).toEqual(draft);
    expect(draftOf(undefined)).toEqual({ text: "null", value: null, wrong: null });
  });

  it("says what is wrong with it", () => {
    expect(readDraft("{a: 1}", "any")).toEqual({ text: "{a: 1}", value: undefined, wrong: "unreadable" });
    expect(readDraft("[1]", "object").wrong).toBe("object");
    expect(readDraft("[1]", "any")).toEqual({ text: "[1]", value: [1], wrong: null });
  });

  it("is told apart from words", () => {
    expect([documentIn('{"a": 1}'), documentIn("[x](y)"), documentIn("12")]).toEqual([{ a: 1 }, undefined, undefined]);
  });

  it("sends only the keys that were changed", () => {
    expect(changedKeys({ a: 1, b: { c: 2 } }, { a: 2, b: { c: 2 }, d: 3 })).toEqual({ a: 2, d: 3 });
  });
});
