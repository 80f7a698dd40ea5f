import { describe, expect, it } from "vitest";

import { translate } from "@/i18n";
import { entriesOf, found } from "./entries";

describe("the palette", () => {
  const entries = entriesOf({ capabilities: [], agents: [], workflows: [] }, "en", translate);

  it.each([
    ["PersonaNode", "agent"],
    ["ToolNode", "call"],
    ["ConditionNode", "condition"],
    ["InterruptNode", "human"],
  ])("finds a step by the name of its node: %s", (name, kind) => {
    expect(found(entries, name).map((each) => each.kind)).toEqual([kind]);
  });
});
