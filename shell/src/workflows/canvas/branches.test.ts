import { describe, expect, it } from "vitest";

import { blankStep, type Draft } from "@/flow";
import { branchOf, leaveBranches, nextBranch, setBranch, withBranch } from "./branches";
import { makeEditor } from "./editor";
import { insert } from "./insert";
import { NO_LOOKS } from "./looks";
import { edgesOf } from "./scene";

const CHECK = { ...blankStep("condition", "check"), when: "inputs.n > 3" };
const DRAFT: Draft = {
  id: "fork",
  title: "Fork",
  description: "",
  project: null,
  budget: null,
  at_once: 8,
  graph: { inputs: {}, state: {}, nodes: [CHECK, { ...blankStep("call", "many"), dependencies: ["check"], when: "steps.check.result == true" }], output: null },
  canvas: null,
};
const added = (id: string) => ({ name: id, step: (name: string) => blankStep("call", name) });

describe("the branches of a condition", () => {
  it("are read from what a step says of when it runs", () => {
    expect(branchOf("steps.check.result == true", "check")).toBe("yes");
    expect(branchOf("steps.check.result != true and inputs.a == 1", "check")).toBe("no");
    expect(branchOf("steps.check.result == true or inputs.a == 1", "check")).toBeNull();
    expect(branchOf("steps.other.result == true", "check")).toBeNull();
    expect(branchOf(null, "check")).toBeNull();
  });

  it("are written beside what else is said, and taken away again", () => {
    expect(withBranch(null, "check", "yes")).toBe("steps.check.result == true");
    expect(withBranch("inputs.a == 1 and steps.check.result == true", "check", "no")).toBe("inputs.a == 1 and steps.check.result == false");
    expect(withBranch("inputs.a == 1 or inputs.b == 2", "check", "yes")).toBe("(inputs.a == 1 or inputs.b == 2) and steps.check.result == true");
    expect(withBranch("steps.check.result == false", "check", null)).toBeNull();
    expect(withBranch("not inputs.a", "check", null)).toBe("not inputs.a");
  });

  it("give the next step the way that nothing takes yet, and its wire the port of it", () => {
    expect(nextBranch(DRAFT, "check")).toBe("no");
    expect(nextBranch(DRAFT, "many")).toBeNull();
    const store = makeEditor(DRAFT, NO_LOOKS);
    store.getState().edit(insert(DRAFT, null, added("few"), { after: "check", branch: "no" }).edits);
    const { draft } = store.getState();
    expect(draft.graph.nodes.at(-1)).toMatchObject({ id: "few", dependencies: ["check"], when: "steps.check.result == false" });
    const ports = edgesOf(draft.graph, null, new Set()).flatMap(({ source, target, sourceHandle }) => (source === "check" ? [[target, sourceHandle]] : []));
    expect(ports).toEqual([
      ["many", "yes"],
      ["few", "no"],
    ]);
  });

  it("go to a step that is put between a condition and what follows it", () => {
    const store = makeEditor(DRAFT, NO_LOOKS);
    store.getState().edit(insert(DRAFT, null, added("first"), { after: "check", before: "many" }).edits);
    const [, many, first] = store.getState().draft.graph.nodes;
    expect(first).toMatchObject({ id: "first", dependencies: ["check"], when: "steps.check.result == true" });
    expect(many?.dependencies).toEqual(["first"]);
  });

  it("are changed by joining anew, and left when the condition goes", () => {
    expect(setBranch(DRAFT, "check", "many", "no")).toEqual([{ type: "changeStep", id: "many", fields: { when: "steps.check.result == false" } }]);
    expect(setBranch(DRAFT, "check", "many", "yes")).toEqual([]);
    expect(leaveBranches(DRAFT, "check")).toEqual([{ type: "changeStep", id: "many", fields: { when: null } }]);
  });
});
