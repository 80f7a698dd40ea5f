import { expect, test } from "vitest";

import { linkOf, pathOfRef, piecesOf } from "./lines";

test("what nothing supports is set apart, the longer span before the shorter", () => {
  expect(piecesOf("25 students, mean 6.8", ["6.8"])).toEqual([
    { text: "25 students, mean ", doubtful: false },
    { text: "6.8", doubtful: true },
  ]);
  expect(piecesOf("7A (7)", ["7", "7A"]).filter(({ doubtful }) => doubtful).map(({ text }) => text)).toEqual(["7A", "7"]);
  expect(piecesOf("costs $1 (a+b)", ["(a+b)"]).at(-1)).toEqual({ text: "(a+b)", doubtful: true });
  expect(piecesOf("all is well", [])).toEqual([{ text: "all is well", doubtful: false }]);
});

test("a sentence leads to its events and to the things it names", () => {
  expect(linkOf("run_1", "12:3")).toBe("/runs/run_1?view=story&event=12%3A3");
  expect(pathOfRef("artifact:art_1")).toEqual({ kind: "artifact", path: "/artifacts/art_1" });
  expect([pathOfRef("file:src/a.ts"), pathOfRef("nonsense")]).toEqual([null, null]);
});
