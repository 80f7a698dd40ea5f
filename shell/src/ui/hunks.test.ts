import { describe, expect, it } from "vitest";

import { hunksOf, sidesOf } from "./hunks";

const DIFF = `--- a/x.kt
+++ b/x.kt
@@ -1,3 +1,3 @@
 one
-two
+TWO
 three
@@ -10,2 +10,4 @@ fun x()
 ten
+@@ -1 +1 @@
+new
 eleven
\\ No newline at end of file
`;

describe("the pieces of a diff", () => {
  it("are counted from nought, with the lines of each", () => {
    const hunks = hunksOf(DIFF);
    expect(hunks.map(({ index, from, lines }) => [index, from, lines.length])).toEqual([
      [0, 1, 4],
      [1, 10, 4],
    ]);
  });

  it("are not cut by a line of the file that looks like a header", () => {
    expect(hunksOf(DIFF)[1]?.lines.map(({ kind, text }) => [kind, text])).toEqual([
      ["same", "ten"],
      ["added", "@@ -1 +1 @@"],
      ["added", "new"],
      ["same", "eleven"],
    ]);
  });

  it("are none of a text that is no diff", () => {
    expect(hunksOf("")).toEqual([]);
    expect(hunksOf("hello\nworld\n")).toEqual([]);
  });

  it("stand side by side: what goes beside what comes", () => {
    const [first, second] = hunksOf(DIFF);
    expect(first && sidesOf(first)).toEqual([
      { before: { number: 1, text: "one" }, after: { number: 1, text: "one" }, same: true },
      { before: { number: 2, text: "two" }, after: { number: 2, text: "TWO" }, same: false },
      { before: { number: 3, text: "three" }, after: { number: 3, text: "three" }, same: true },
    ]);
    expect(second && sidesOf(second)[1]).toEqual({ before: null, after: { number: 11, text: "@@ -1 +1 @@" }, same: false });
  });

  it("of a new file are its whole text", () => {
    const [only, ...rest] = hunksOf("--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n");
    expect(rest).toEqual([]);
    expect(only?.lines.map(({ text }) => text)).toEqual(["a", "b"]);
  });
});
