import { describe, expect, it } from "vitest";

import { EMPTY, formOf, namesIn, toolOf } from "./drafts";

describe("drafts of tools", () => {
  it("are the same after a form held them", () => {
    const read = toolOf(EMPTY);
    expect("tool" in read && formOf("", read.tool)).toEqual(EMPTY);
  });

  it("tell which fields hold no JSON", () => {
    expect(toolOf({ ...EMPTY, tests: "[", returns: "" })).toEqual({ wrong: ["returns", "tests"] });
  });

  it("keep what a tool may call and what it runs in", () => {
    const tool = { ...EMPTY.tool, calls: ["core.read_file"], runtime: "native" as const };
    expect(toolOf(formOf("x", tool))).toMatchObject({ tool: { calls: ["core.read_file"], runtime: "native" } });
  });

  it("read names one a line or with commas, each once", () => {
    expect(namesIn(" core.now\ncore.read_file, core.now ")).toEqual(["core.now", "core.read_file"]);
  });
});
