import { expect, test } from "vitest";

import { plainly } from "./context";

test("what a run has in mind is read without the mark that its icon shows", () => {
  expect(plainly("⚡ Write the notes")).toBe("Write the notes");
  expect(plainly("✓ Write the notes: 3 items")).toBe("Write the notes: 3 items");
  expect(plainly("Three notes – no more")).toBe("Three notes – no more");
});
