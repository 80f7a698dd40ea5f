import { expect, test } from "vitest";

import { chordKeys, chordText, isChord, type Pressed, stepOf } from "./keys";

const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

test("mod is the command key on a Mac and Ctrl elsewhere, never both", () => {
  expect(isChord("mod+k", press("k", { metaKey: true }), true)).toBe(true);
  expect(isChord("mod+k", press("k", { ctrlKey: true }), true)).toBe(false);
  expect(isChord("mod+k", press("k", { ctrlKey: true }), false)).toBe(true);
  expect(isChord("mod+k", press("k", { ctrlKey: true, metaKey: true }), false)).toBe(false);
  expect(isChord("mod+k", press("k", { ctrlKey: true, shiftKey: true }), false)).toBe(false);
});

test("a single key is that key alone, and a shifted sign needs no saying so", () => {
  expect(isChord("c", press("c"))).toBe(true);
  expect(isChord("c", press("c", { ctrlKey: true }))).toBe(false);
  expect(isChord("?", press("?", { shiftKey: true }))).toBe(true);
  expect(isChord("/", press("/", { altKey: true }))).toBe(false);
});

test("chords are written as people know them", () => {
  expect(chordText("mod+k", true)).toBe("⌘K");
  expect(chordText("mod+k", false)).toBe("Ctrl K");
  expect(chordText("shift+enter", false)).toBe("Shift Enter");
});

const ALL = ["mod+k", "c", "?", "g p", "g a", "n p"];

test("a sequence is its keys one after the other", () => {
  expect(stepOf(ALL, null, press("g"))).toEqual({ kind: "begun", first: "g" });
  expect(stepOf(ALL, "g", press("p"))).toEqual({ kind: "hit", keys: "g p" });
  expect(stepOf(ALL, "n", press("p"))).toEqual({ kind: "hit", keys: "n p" });
  expect(stepOf(ALL, "g", press("a"))).toEqual({ kind: "hit", keys: "g a" });
  expect(stepOf(ALL, null, press("p"))).toEqual({ kind: "nothing" });
});

test("a sequence that is given up does nothing, not even what its second key does alone", () => {
  expect(stepOf(ALL, "g", press("c"))).toEqual({ kind: "nothing" });
  expect(stepOf(ALL, "g", press("p", { ctrlKey: true }))).toEqual({ kind: "nothing" });
  expect(stepOf(ALL, null, press("g", { metaKey: true }), true)).toEqual({ kind: "nothing" });
});

test("single chords need no waiting", () => {
  expect(stepOf(ALL, null, press("c"))).toEqual({ kind: "hit", keys: "c" });
  expect(stepOf(ALL, null, press("k", { ctrlKey: true }), false)).toEqual({ kind: "hit", keys: "mod+k" });
});

test("sequences are written key by key", () => {
  expect(chordKeys("g p", false)).toEqual(["G", "P"]);
  expect(chordKeys("mod+k", false)).toEqual(["Ctrl K"]);
  expect(chordText("g p", true)).toBe("G P");
});
