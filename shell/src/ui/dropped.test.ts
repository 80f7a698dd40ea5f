import { expect, test } from "vitest";

import { droppedFiles, MOST_DROPPED } from "./dropped";

type Tree = { readonly [name: string]: Tree | string };

function entryOf(name: string, content: Tree | string): FileSystemEntry {
  if (typeof content === "string") return { name, isFile: true, isDirectory: false, file: (give: (file: File) => void) => give(new File([content], name)) } as unknown as FileSystemEntry;
  const createReader = () => {
    // As browsers do: some at a time, and none at the end.
    const left = Object.entries(content).map(([each, inside]) => entryOf(each, inside));
    return { readEntries: (give: (some: FileSystemEntry[]) => void) => give(left.splice(0, 100)) };
  };
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry;
}

function carrying(tree: Tree) {
  const items = Object.entries(tree).map(([name, content]) => ({ webkitGetAsEntry: () => entryOf(name, content) }));
  const files = Object.keys(tree).map((name) => new File([], name));
  return { items, files } as unknown as Pick<DataTransfer, "items" | "files">;
}

const pathsOf = (files: readonly File[]) => files.map((file) => file.webkitRelativePath || file.name);

test("a folder is walked to its last file, and each says where it stood", async () => {
  const dropped = await droppedFiles(carrying({ notes: { "a.md": "a", deep: { er: { "b.md": "b" } } }, "c.pdf": "c" }));
  expect(pathsOf(dropped.files)).toEqual(["notes/a.md", "notes/deep/er/b.md", "c.pdf"]);
});

test("what is hidden and what programs fill is left out", async () => {
  const dropped = await droppedFiles(carrying({ code: { ".git": { config: "x" }, ".env": "x", node_modules: { "a.js": "x" }, "read.me": "x" } }));
  expect(pathsOf(dropped.files)).toEqual(["code/read.me"]);
});

test("a drop of more than is taken says so", async () => {
  const many = Object.fromEntries(Array.from({ length: MOST_DROPPED + 5 }, (_, index) => [`${index}.txt`, "x"]));
  const dropped = await droppedFiles(carrying({ many }));
  expect([dropped.files.length, dropped.isCut]).toEqual([MOST_DROPPED, true]);
});

test("files alone are taken as they are", async () => {
  const dropped = await droppedFiles(carrying({ "a.pdf": "a", "b.pdf": "b" }));
  expect([pathsOf(dropped.files), dropped.isCut]).toEqual([["a.pdf", "b.pdf"], false]);
});
