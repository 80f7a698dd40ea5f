import { describe, expect, it } from "vitest";

import { EMPTY, formOf, toolOf } from "./drafts";

describe("drafts of tools", () => {
  it("are the same after a form held them", () => {
    const read = toolOf(EMPTY);
    expect("tool" in read && formOf("", read.tool)).toEqual(EMPTY);
  });

  it("tell which fields hold no JSON", () => {
    expect(toolOf({ ...EMPTY, tests: "[", returns: "" })).toEqual({ wrong: ["returns", "tests"] });
  });
});
