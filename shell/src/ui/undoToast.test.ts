import { fireEvent } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";

import { toast } from "./toast";
import { undoToast } from "./undoToast";

const undone: string[] = [];

beforeEach(() => {
  toast.dismiss();
  undone.length = 0;
  vi.useRealTimers();
});

const remove = (name: string) => undoToast({ message: `${name} deleted`, undo: () => undone.push(name) });

test("⌘Z takes back the latest first, each once", () => {
  remove("a");
  remove("b");
  for (let times = 0; times < 3; times++) fireEvent.keyDown(document.body, { key: "z", metaKey: true });
  expect(undone).toEqual(["b", "a"]);
});

test("in a field ⌘Z belongs to what is typed, and ⇧⌘Z is something else", () => {
  remove("a");
  const field = document.body.appendChild(document.createElement("input"));
  fireEvent.keyDown(field, { key: "z", metaKey: true });
  fireEvent.keyDown(document.body, { key: "z", metaKey: true, shiftKey: true });
  expect(undone).toEqual([]);
  fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
  expect(undone).toEqual(["a"]);
  field.remove();
});
