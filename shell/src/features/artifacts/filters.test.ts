import { describe, expect, it } from "vitest";

import type { Artifact } from "@/api";
import { asked, EVERYTHING, isNarrowed, ordered, readFilters, writeFilters } from "./filters";

const artifact = (name: string, size: number) => ({ id: name, name, size }) as Artifact;

describe("the choice in the address", () => {
  it("comes back as it was written", () => {
    const choice = { kind: "images", project: "atlas", words: "gato & cão", order: "name" } as const;
    expect(readFilters(writeFilters(choice))).toEqual(choice);
    expect(writeFilters(EVERYTHING)).toBe("");
  });

  it("is everything where the address makes no sense", () => {
    expect(readFilters("?kind=cats&order=%00")).toEqual(EVERYTHING);
    expect(isNarrowed(EVERYTHING)).toBe(false);
  });

  it("asks the server for the types of a drawer", () => {
    expect(asked({ ...EVERYTHING, kind: "texts", words: "a" })).toEqual({
      types: ["text", "markdown", "code", "diff"],
      project: undefined,
      words: "a",
    });
    expect(asked(EVERYTHING).types).toBeUndefined();
  });
});

describe("the order", () => {
  const three = [artifact("b10", 1), artifact("B2", 3), artifact("á", 2)];
  const names = (order: Parameters<typeof ordered>[1]) => ordered(three, order, "pt-BR").map(({ name }) => name);

  it("is the server's, or its reverse, or by name as people count, or by size", () => {
    expect(names("newest")).toEqual(["b10", "B2", "á"]);
    expect(names("oldest")).toEqual(["á", "B2", "b10"]);
    expect(names("name")).toEqual(["á", "B2", "b10"]);
    expect(names("largest")).toEqual(["B2", "á", "b10"]);
  });
});
