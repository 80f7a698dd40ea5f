import { expect, it } from "vitest";

import { firstLines } from "./lines";

it("shows Markdown without its marks", () => {
  expect(firstLines("# Plano\n\n- **um**\nfim  ", "markdown")).toEqual([
    { text: "Plano", look: "heading" },
    { text: "", look: "plain" },
    { text: "• um", look: "plain" },
    { text: "fim", look: "plain" },
  ]);
});

it("shows the sides of a diff, and takes file names for what they are", () => {
  const looks = firstLines("--- a\n+++ b\n-old\n+new\n same", "diff").map(({ look }) => look);
  expect(looks).toEqual(["plain", "plain", "removed", "added", "plain"]);
});

it("spreads data out that came in one line, unless it was cut", () => {
  expect(firstLines('{"a":1}', "json").map(({ text }) => text)).toEqual(["{", '  "a": 1', "}"]);
  expect(firstLines('{"a":', "json").map(({ text }) => text)).toEqual(['{"a":']);
});

it("is short whatever the text is", () => {
  const lines = firstLines(`${"x".repeat(10_000)}\n`.repeat(100), "code");
  expect([lines.length, lines[0]?.text.length]).toEqual([16, 120]);
  expect(firstLines("# not a heading", "code")).toEqual([{ text: "# not a heading", look: "plain" }]);
});
