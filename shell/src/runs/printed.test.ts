import { describe, expect, it } from "vitest";

import { MOST_LINES, NOTHING_PRINTED, type Printed, printedAfter } from "./printed";

const told = (...pieces: (readonly ["stdout" | "stderr", string])[]): Printed =>
  pieces.reduce((before, [stream, text]) => printedAfter(before, { stream, text }), NOTHING_PRINTED);

describe("what a command printed", () => {
  it("is put together across pieces", () => {
    expect(told(["stdout", "he"], ["stdout", "llo\nwor"], ["stdout", "ld\n"], ["stdout", ""]).lines.map(({ text }) => text)).toEqual([
      "hello",
      "world",
    ]);
  });

  it("never mixes the two streams in one line", () => {
    expect(told(["stdout", "half"], ["stderr", "oh\n"], ["stdout", "rest\n"]).lines).toEqual([
      { stream: "stdout", text: "half" },
      { stream: "stderr", text: "oh" },
      { stream: "stdout", text: "rest" },
    ]);
  });

  it("keeps empty lines, and begins a new one after an end", () => {
    expect(told(["stdout", "a\n\n"], ["stdout", "b"]).lines.map(({ text }) => text)).toEqual(["a", "", "b"]);
  });

  it("keeps the last lines and counts the others", () => {
    const { lines, dropped } = told(["stdout", "x\n".repeat(MOST_LINES)], ["stdout", "y\nz\n"]);
    expect([lines.length, dropped, lines.at(-1)?.text]).toEqual([MOST_LINES, 2, "z"]);
  });
});
