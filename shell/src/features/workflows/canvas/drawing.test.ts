import { describe, expect, it } from "vitest";

import { blankStep, type Draft, merge } from "@/flow";
import { patched } from "./patch";
import { resolve } from "./resolve";

const draft = (title: string, prompt: string, name = "Tidy"): Draft => ({
  id: "tidy",
  title: name,
  description: "",
  project: null,
  budget: null,
  at_once: 8,
  graph: { inputs: {}, state: {}, nodes: [{ ...blankStep("agent", "a"), title, prompt }], output: null },
  canvas: null,
});

describe("choosing where two people changed the same", () => {
  it("takes their value for what is chosen and keeps mine for the rest", () => {
    const theirs = draft("Theirs", "the task", "Other");
    const { draft: merged, conflicts } = merge(draft("Base", "the task"), draft("Mine", "the task", "Own"), theirs);
    const chosen = conflicts.filter(({ step }) => step === "a");
    expect(resolve(merged, theirs, chosen)).toEqual(draft("Theirs", "the task", "Own"));
  });
});

describe("a diff applied to a text", () => {
  it("gives the text as it would be", () => {
    const diff = "--- a\n+++ b\n@@ -1,3 +1,4 @@\n id: a\n-title: A\n+title: B\n+at_once: 2\n steps: []\n";
    expect(patched("id: a\ntitle: A\nsteps: []\n", diff)).toBe("id: a\ntitle: B\nat_once: 2\nsteps: []\n");
  });

  it("gives nothing for a diff of another text", () => {
    expect(patched("id: b\n", "@@ -1 +1 @@\n-id: a\n+id: c\n")).toBeNull();
  });
});
