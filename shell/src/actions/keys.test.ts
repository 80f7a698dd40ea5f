import { expect, test } from "vitest";

import { chordText, isChord, type Pressed } from "./keys";

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
