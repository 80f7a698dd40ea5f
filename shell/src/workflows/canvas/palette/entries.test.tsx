import { describe, expect, it } from "vitest";

import type { Capability } from "@/api";
import { translate } from "@/i18n";
import { entriesOf, found } from "./entries";

const tool = (name: string, title: string, description: string): Capability =>
  ({ name, app: name.split(".")[0], effect: "read", title, titles: { en: title }, description, aliases: [], internal: false }) as unknown as Capability;

describe("the palette", () => {
  it("shows tools under the name of their app, ours first, and what is called so before what only says so", () => {
    const capabilities = [tool("atlas.watch", "Watch", "Follow a note of a case."), tool("core.list_notes", "List the notes", "All of them."), tool("core.ask", "Ask", "A note to somebody.")];
    const all = entriesOf({ apps: [{ id: "core", name: "Core", names: {} }], capabilities, agents: [], workflows: [] }, "en", translate);
    expect(all.slice(-3).map(({ label, heading }) => [label, heading])).toEqual([
      ["Ask", "Tools: Core"],
      ["List the notes", "Tools: Core"],
      ["Watch", "Tools: Atlas"],
    ]);
    expect(found(all, "note").map(({ label }) => label)).toEqual(["Note", "List the notes", "Ask", "Watch"]);
  });

  const entries = entriesOf({ apps: [], capabilities: [], agents: [], workflows: [] }, "en", translate);

  it.each([
    ["PersonaNode", "agent"],
    ["ToolNode", "call"],
    ["ConditionNode", "condition"],
    ["InterruptNode", "human"],
  ])("finds a step by the name of its node: %s", (name, kind) => {
    expect(found(entries, name).map((each) => each.kind)).toEqual([kind]);
  });
});
