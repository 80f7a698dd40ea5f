import { describe, expect, it } from "vitest";

import type { FolderEntry, FolderView } from "@/api";
import { endingOf, foldersTo, moveOf, nameIn, parentOf, rowsOf } from "./tree";

const entry = (path: string): FolderEntry => {
  const plain = path.replace(/\/$/, "");
  const kind = path.endsWith("/") ? "folder" : "file";
  return { name: nameIn(plain), path: plain, kind } as FolderEntry;
};
const folder = (path: string, ...paths: string[]): [string, FolderView] => [path, { path, entries: paths.map(entry) } as FolderView];

const FOLDERS = new Map([folder("", "src/", "docs/", "a.md"), folder("src", "src/deep/", "src/b.ts"), folder("src/deep", "src/deep/c.ts")]);
const rows = (...opened: string[]) => rowsOf(FOLDERS, new Set(opened));
const shown = (...opened: string[]) => rows(...opened).map(({ entry, level }) => `${level} ${entry.path}`);

describe("the rows of a tree", () => {
  it("are those of open folders, each below its own", () => {
    expect(shown()).toEqual(["1 src", "1 docs", "1 a.md"]);
    expect(shown("src", "src/deep")).toEqual(["1 src", "2 src/deep", "3 src/deep/c.ts", "2 src/b.ts", "1 docs", "1 a.md"]);
  });

  it("do not show what is open inside something closed", () => {
    expect(shown("src/deep")).toEqual(["1 src", "1 docs", "1 a.md"]);
  });

  it("say what is still on its way, and which of how many they are", () => {
    const docs = rows("docs").find(({ entry }) => entry.path === "docs");
    expect([docs?.loading, docs?.open, docs?.place, docs?.of]).toEqual([true, true, 2, 3]);
  });
});

describe("the keys", () => {
  const go = (path: string) => ({ kind: "go", path });

  it("go up and down what is in sight, and stop at the ends", () => {
    expect(moveOf("ArrowDown", rows("src"), "src")).toEqual(go("src/deep"));
    expect(moveOf("ArrowUp", rows("src"), "docs")).toEqual(go("src/b.ts"));
    expect(moveOf("ArrowUp", rows(), "src")).toEqual(go("src"));
    expect(moveOf("ArrowDown", rows(), "a.md")).toEqual({ kind: "nothing" });
    expect(moveOf("End", rows(), "src")).toEqual(go("a.md"));
    expect(moveOf("Home", rows(), "a.md")).toEqual(go("src"));
  });

  it("open and close folders, go in and out", () => {
    expect(moveOf("ArrowRight", rows(), "src")).toEqual({ kind: "open", path: "src" });
    expect(moveOf("ArrowRight", rows("src"), "src")).toEqual(go("src/deep"));
    expect(moveOf("ArrowLeft", rows("src"), "src/b.ts")).toEqual(go("src"));
    expect(moveOf("ArrowLeft", rows("src"), "src")).toEqual({ kind: "close", path: "src" });
    expect(moveOf("ArrowLeft", rows(), "src")).toEqual({ kind: "nothing" });
    expect(moveOf("ArrowRight", rows(), "a.md")).toEqual({ kind: "nothing" });
  });

  it("go to the next name with a letter, round the end", () => {
    expect(moveOf("d", rows("src"), "a.md")).toEqual(go("src/deep"));
    expect(moveOf("d", rows("src"), "src/deep")).toEqual(go("docs"));
    expect(moveOf("z", rows(), "src")).toEqual({ kind: "nothing" });
  });
});

it("knows the way to a path", () => {
  expect(foldersTo("src/deep/c.ts")).toEqual(["src", "src/deep"]);
  expect(foldersTo("src/deep/")).toEqual(["src"]);
  expect(foldersTo("a.md")).toEqual([]);
  expect([parentOf("src/deep/"), parentOf("a.md"), nameIn("src/deep/")]).toEqual(["src", "", "deep"]);
  expect([endingOf("a/b.Test.TS"), endingOf(".gitignore"), endingOf("Makefile")]).toEqual(["ts", undefined, undefined]);
});
