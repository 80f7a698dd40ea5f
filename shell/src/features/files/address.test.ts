import { expect, it } from "vitest";

import { addressOf, shownAt } from "./address";

const search = (address: string) => address.split("?")[1] ?? "";

it("an address keeps the project, the path and what of it is shown", () => {
  expect(addressOf("home")).toBe("/files/home");
  expect(shownAt(search(addressOf("home", "src/a b.ts")))).toEqual({ file: "src/a b.ts", folder: "src", view: "content" });
  expect(shownAt(search(addressOf("home", "src/ç&?#/")))).toEqual({ file: undefined, folder: "src/ç&?#", view: "content" });
  expect(shownAt(search(addressOf("home", "a.md", "history")))).toEqual({ file: "a.md", folder: "", view: "history" });
  expect(shownAt("")).toEqual({ file: undefined, folder: "", view: "content" });
});
