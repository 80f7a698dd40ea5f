import { describe, expect, test } from "vitest";

import { replaceTrigger, triggerAt } from "./trigger";

const at = (text: string) => {
  const caret = text.indexOf("|");
  return triggerAt(text.replace("|", ""), caret);
};

describe("a sign calls for its picker", () => {
  test("at the beginning, behind a space and on a new line", () => {
    expect(at("#|")).toEqual({ kind: "#", words: "", start: 0, end: 1 });
    expect(at("look at #no|")).toEqual({ kind: "#", words: "no", start: 8, end: 11 });
    expect(at("a\n@res|")).toEqual({ kind: "@", words: "res", start: 2, end: 6 });
  });

  test("only while the caret is in its word", () => {
    expect(at("#notes |")).toBeNull();
    expect(at("# Title|")).toBeNull();
    expect(at("|#notes")).toBeNull();
  });

  test("not inside another word", () => {
    expect(at("ana@school.org|")).toBeNull();
    expect(at("C#|")).toBeNull();
  });

  test("not from far away", () => {
    expect(triggerAt(`#${"x".repeat(200)}`, 201)).toBeNull();
  });
});

describe("what was picked", () => {
  test("takes the place of the sign and its word", () => {
    const trigger = at("see #no| please");
    expect(trigger && replaceTrigger("see #no please", trigger, "notes.md")).toEqual({ text: "see notes.md please", caret: 12 });
  });

  test("is followed by a space at the end", () => {
    const trigger = at("see #no|");
    expect(trigger && replaceTrigger("see #no", trigger, "notes.md")).toEqual({ text: "see notes.md ", caret: 13 });
  });

  test("may leave nothing behind", () => {
    const trigger = at("@re| what is this?");
    expect(trigger && replaceTrigger("@re what is this?", trigger, "")).toEqual({ text: " what is this?", caret: 0 });
  });
});
