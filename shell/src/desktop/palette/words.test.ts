import { expect, test } from "vitest";

import { readWords } from "./words";

test("a first sign narrows what is looked for", () => {
  expect(["dark", "> dark", "#rep", "@", " > ", ""].map(readWords)).toEqual([
    { wanted: "all", words: "dark" },
    { wanted: "actions", words: "dark" },
    { wanted: "artifacts", words: "rep" },
    { wanted: "agents", words: "" },
    { wanted: "actions", words: "" },
    { wanted: "all", words: "" },
  ]);
});
