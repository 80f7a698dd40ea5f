import { expect, test } from "vitest";

import { countDiff, parseDiff } from "./diff";

const DIFF = `--- a/plan.md
+++ b/plan.md
@@ -1,3 +1,3 @@
 # Plan
-old
+new
 same
@@ -10,2 +10,3 @@
 ten
+more
 eleven
\\ No newline at end of file
`;

test("a unified diff becomes numbered lines with the gap between its hunks", () => {
  expect(parseDiff(DIFF)).toEqual([
    { kind: "same", before: 1, after: 1, text: "# Plan" },
    { kind: "removed", before: 2, text: "old" },
    { kind: "added", after: 2, text: "new" },
    { kind: "same", before: 3, after: 3, text: "same" },
    { kind: "gap", from: 10 },
    { kind: "same", before: 10, after: 10, text: "ten" },
    { kind: "added", after: 11, text: "more" },
    { kind: "same", before: 11, after: 12, text: "eleven" },
    { kind: "noend" },
  ]);
});

test("what comes and goes is counted, file headers are not", () => {
  expect(countDiff(parseDiff(DIFF))).toEqual({ added: 2, removed: 1 });
});

test("lines that look like headers are lines", () => {
  const diff = "--- a\n+++ b\n@@ -1 +1 @@\n--- old rule\n+++ new rule\n";
  expect(parseDiff(diff)).toEqual([
    { kind: "removed", before: 1, text: "-- old rule" },
    { kind: "added", after: 1, text: "++ new rule" },
  ]);
});

test("no diff is no lines", () => {
  expect(parseDiff("")).toEqual([]);
});
