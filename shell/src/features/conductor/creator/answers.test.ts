import { describe, expect, it } from "vitest";

import { NO_ANSWERS, reachesAll, scoped, triable, wrongOf } from "./answers";

const GOOD = { ...NO_ANSWERS, environment: "develop", project: "web", id: "Kotlin_Agent", description: "Writes entities." };

describe("the answers", () => {
  it("need a place, a name and a purpose", () => {
    expect(wrongOf(NO_ANSWERS)).toEqual({ environment: "missing", project: "missing", id: "missing", description: "missing" });
    expect(wrongOf(GOOD)).toEqual({});
  });

  it("name nothing that leads elsewhere", () => {
    expect(wrongOf({ ...GOOD, id: "../x", project: ".." })).toEqual({ id: "name", project: "name" });
    expect(wrongOf({ ...GOOD, output_scope: ["src/*.kt", "../x"] })).toEqual({ output_scope: "outside" });
    expect(wrongOf({ ...GOOD, output_scope: ["/etc/*"] })).toEqual({ output_scope: "outside" });
  });

  it("can be tried as soon as there is a place", () => {
    expect(triable(NO_ANSWERS)).toBeNull();
    expect(triable({ ...NO_ANSWERS, environment: "develop", project: "web" })).toMatchObject({ id: "agent", description: "agent" });
    expect(triable({ ...GOOD, output_scope: [".."] })).toBeNull();
  });

  it("get a tool that writes with the first place to write, and are not overruled later", () => {
    expect(scoped({ output_scope: [], tools: ["Read"] }, ["a"])).toEqual({ output_scope: ["a"], tools: ["Read", "Write"] });
    expect(scoped({ output_scope: ["a"], tools: ["Read"] }, ["a", "b"]).tools).toEqual(["Read"]);
  });

  it("are warned about a scope that reaches everything", () => {
    expect([["**"], ["**/*"], ["src/**"], ["*.md"]].map(reachesAll)).toEqual([true, true, false, false]);
  });
});
