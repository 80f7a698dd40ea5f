import { expect, test } from "vitest";

import type { Agent } from "@/api";
import { i18nOf } from "@/i18n";
import { agentOptions, artifactOptions, fileOptions } from "./options";

const { t } = i18nOf("en");
const agent = (id: string, name: string, builtin = false) => ({ id, name, description: "", builtin }) as Agent;

test("a file goes by its name, its folder stands beside it, and its whole path is attached", () => {
  expect(fileOptions([{ path: "notes/week/plan.md", size: 12 }], "class")).toEqual([
    {
      kind: "file",
      title: "plan.md",
      detail: "notes/week",
      attached: { ref: "file:class/notes/week/plan.md", title: "notes/week/plan.md", mime: null, size: 12 },
    },
  ]);
});

test("an artifact is attached by its reference", () => {
  const hit = { ref: "artifact:art_1", kind: "artifact" as const, title: "Chart", detail: "image", path: "/artifacts/art_1", ts: null };
  expect(artifactOptions([hit])[0]?.attached.ref).toBe("artifact:art_1");
});

test("agents are found by the beginning of any word of their name, whatever the accents", () => {
  const agents = [agent("agt_1", "Revisão de texto"), agent("agt_2", "Maths teacher"), agent("researcher", "x", true)];
  const names = (words: string) => agentOptions(agents, words, t).map((option) => option.title);
  expect(names("revisao")).toEqual(["Revisão de texto"]);
  expect(names("teach")).toEqual(["Maths teacher"]);
  expect(names("eacher")).toEqual([]);
  expect(names("res")).toEqual(["Researcher"]);
  expect(names("")).toHaveLength(3);
});
