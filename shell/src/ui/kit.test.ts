import { describe, expect, it, test } from "vitest";

import { colour, languageOf } from "./colours";
import { columnsIn, nextCell } from "./grid";
import { CHILDREN, firstOpen, linesOf } from "./json";
import { linesOfPieces } from "./lines";
import { readNumber, stepped, within } from "./number";
import { nextPlace } from "./roving";

test("numbers are read as people write them", () => {
  expect(["12", " 0,5 ", "-3", "+1.", ".5", "1e3", "", "1.2.3", "x"].map(readNumber)).toEqual([12, 0.5, -3, 1, 0.5, null, null, null, null]);
  expect(stepped(0.1, 1, { step: 0.2 })).toBe(0.3);
  expect(stepped(99, 1, { step: 5, max: 100 })).toBe(100);
  expect(within(-1, { min: 0 })).toBe(0);
});

test("arrow keys go round a group, and leave other keys alone", () => {
  expect([nextPlace("ArrowRight", 2, 3), nextPlace("ArrowUp", 0, 3), nextPlace("Home", 2, 3), nextPlace("End", 0, 3)]).toEqual([0, 2, 0, 2]);
  expect([nextPlace("Enter", 0, 3), nextPlace("ArrowDown", 0, 0)]).toEqual([null, null]);
});

describe("a grid", () => {
  it("has as many columns as fit, and at least one", () => {
    expect([columnsIn(1_000, 200, 12), columnsIn(199, 200, 12), columnsIn(412, 200, 12)]).toEqual([4, 1, 2]);
  });

  it("leads the keys where the eye goes", () => {
    const go = (key: string, place: number) => nextCell(key, place, 10, 4);
    expect([go("ArrowRight", 0), go("ArrowLeft", 0), go("ArrowDown", 1), go("ArrowUp", 1), go("ArrowUp", 9)]).toEqual([1, null, 5, null, 5]);
    expect([go("ArrowDown", 7), go("ArrowDown", 9), go("Home", 5), go("End", 5), go("PageDown", 0), go("a", 0)]).toEqual([9, null, 0, 9, 9, null]);
  });
});

describe("a JSON tree", () => {
  it("shows the children of what is open", () => {
    const lines = linesOf({ a: [1, null], "b/c": {} }, new Set(["$", "$/a"]), new Set());
    expect(lines.map((line) => [line.kind, line.path, line.depth])).toEqual([
      ["object", "$", 0],
      ["list", "$/a", 1],
      ["value", "$/a/0", 2],
      ["value", "$/a/1", 2],
      ["object", "$/b~1c", 1],
    ]);
  });

  it("holds back the many children of one node until they are asked for", () => {
    const many = Array.from({ length: 10_000 }, (_, index) => index);
    const lines = linesOf(many, new Set(["$"]), new Set());
    expect([lines.length, lines.at(-1)]).toEqual([CHILDREN + 2, { kind: "rest", path: "$", depth: 1, count: 10_000 - CHILDREN }]);
    expect(linesOf(many, new Set(["$"]), new Set(["$"]))).toHaveLength(10_001);
  });

  it("opens a small document further than a big one", () => {
    expect(firstOpen({ a: { b: 1 } }).has("$/a")).toBe(true);
    expect(firstOpen({ a: Array.from({ length: 50 }, () => 1) }).has("$/a")).toBe(false);
    expect([...firstOpen(3)]).toEqual(["$"]);
  });
});

describe("code", () => {
  it("is coloured by what its pieces are, and stays the same text", async () => {
    const code = 'def f(x: int) -> str:\n    return "a"  # b\n';
    const pieces = (await colour(code, "py")) ?? [];
    expect(pieces.map((piece) => piece.text).join("")).toBe(code);
    expect(pieces.filter((piece) => ["def", '"a"', "# b"].includes(piece.text)).map((piece) => piece.kind)).toEqual(["keyword", "string", "comment"]);
  });

  it("of an unknown language stays plain", async () => {
    expect([languageOf("TSX"), languageOf("klingon"), languageOf("constructor")]).toEqual(["typescript", null, null]);
    expect(await colour("x", "klingon")).toBeNull();
  });

  it("is cut into lines without losing colours that span them", () => {
    const lines = linesOfPieces([{ text: "a\nb", kind: "comment" }, { text: "c\n\n", kind: null }]);
    expect(lines.map((line) => line.map(({ text, kind }) => `${kind ?? ""}:${text}`))).toEqual([["comment:a"], ["comment:b", ":c"], []]);
  });
});
