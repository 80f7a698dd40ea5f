import { describe, expect, it } from "vitest";

import type { Step } from "@/api";
import { isLiteral, onlyPath, readPath, usesIn, usesInCondition, usesOf, writePath } from "./bindings";
import { apply } from "./edits";
import { blankStep } from "./kinds";
import { draftOf, stepOf } from "./model";

const inner: Step = { ...blankStep("agent", "x"), prompt: "{{steps.x.result}} {{inputs.topic}}" };
const user: Step = {
  ...blankStep("loop", "user"),
  dependencies: ["x", "other"],
  prompt: "A {{steps.x.result}} b {{ steps['x'].result.items[0] }} ${{tasks.x.result}} steps.x.result {{steps.xy.result}} {steps.x} {{ nobody.x }}",
  inputs: { topic: { $from: "x.result.text" }, plain: "x", deep: [{ list: "{{steps.x.error}}" }], decide: { $decide: { instruction: "{{steps.x.result}}", among: { $from: "x.result" } } } },
  call: { capability: "files.read", params: { path: { $from: "x" }, odd: { $from: "x.result", more: 1 }, item: { $item: "x" } } },
  repeat: { count: null, for_each: "{{steps.x.result}}", max: 10 },
  question: { message: 'Is {{steps["x"].result}} right?', options: ["{{steps.x.result}}"], free_text: true },
  interrupt: { before: true, after: false, message: "See {{steps.x.result}}" },
  when: "steps.x.status == 'steps.x.status' and not (steps['x'].result.ok or success()) && \"x\" != steps.xy.result && x == 1",
  graph: { inputs: { topic: {} }, state: {}, nodes: [inner], output: "{{steps.x.result}}" },
};
const draft = draftOf({
  id: "w",
  title: "W",
  description: "",
  project: null,
  budget: null,
  at_once: 8,
  graph: { inputs: {}, state: {}, nodes: [blankStep("agent", "x"), blankStep("agent", "other"), user], output: { all: ["{{steps.x.result}}", { $from: "x.result" }] } },
  canvas: { positions: { x: { x: 1, y: 2 } }, notes: [], pins: { x: 5 } },
});

describe("renaming a step", () => {
  const { draft: after, inverse } = apply(draft, [{ type: "renameStep", id: "x", to: "new-1" }]);
  const step = stepOf(after, "user") as Step;

  it("keeps every reference to it, and leaves alone what only looks like one", () => {
    expect(step).toEqual({
      ...user,
      dependencies: ["new-1", "other"],
      prompt: "A {{steps.new-1.result}} b {{ steps['new-1'].result.items[0] }} ${{tasks.new-1.result}} steps.x.result {{steps.xy.result}} {steps.x} {{ nobody.x }}",
      inputs: { topic: { $from: "new-1.result.text" }, plain: "x", deep: [{ list: "{{steps.new-1.error}}" }], decide: { $decide: { instruction: "{{steps.x.result}}", among: { $from: "new-1.result" } } } },
      call: { capability: "files.read", params: { path: { $from: "new-1" }, odd: { $from: "x.result", more: 1 }, item: { $item: "x" } } },
      repeat: { count: null, for_each: "{{steps.new-1.result}}", max: 10 },
      question: { message: 'Is {{steps["new-1"].result}} right?', options: ["{{steps.x.result}}"], free_text: true },
      interrupt: { before: true, after: false, message: "See {{steps.new-1.result}}" },
      when: "steps.new-1.status == 'steps.x.status' and not (steps['new-1'].result.ok or success()) && \"x\" != steps.xy.result && x == 1",
    });
  });

  it("keeps the output, the position and the pin", () => {
    expect(after.graph.output).toEqual({ all: ["{{steps.new-1.result}}", { $from: "new-1.result" }] });
    expect(after.canvas).toEqual({ positions: { "new-1": { x: 1, y: 2 } }, notes: [], pins: { "new-1": 5 } });
  });

  it("is taken back by renaming it back", () => {
    expect(inverse).toEqual([{ type: "renameStep", id: "new-1", to: "x" }]);
    expect(apply(after, inverse).draft).toEqual(draft);
  });

  it("inside another step changes nothing outside", () => {
    const nested = apply(draft, [{ type: "renameStep", id: "user/x", to: "y" }]).draft;
    expect(stepOf(nested, "user/y")?.prompt).toBe("{{steps.y.result}} {{inputs.topic}}");
    expect(stepOf(nested, "user")?.graph?.output).toBe("{{steps.y.result}}");
    expect(stepOf(nested, "user")?.prompt).toBe(user.prompt);
    expect(nested.graph.output).toEqual(draft.graph.output);
  });

  it("is taken back exactly even where somebody looked at a step of the new name that was not there", () => {
    const odd = apply(draft, [{ type: "changeStep", id: "other", fields: { prompt: "{{steps.y.result}}" } }]).draft;
    const renamed = apply(odd, [{ type: "renameStep", id: "x", to: "y" }]);
    expect(apply(renamed.draft, renamed.inverse).draft).toEqual(odd);
  });
});

describe("what a value looks at", () => {
  it("is found in templates, bindings and conditions, and nowhere else", () => {
    const names = new Set(usesOf(user).map(({ path }) => path.slice(0, 2).join(".")));
    expect(names).toEqual(new Set(["steps.x", "steps.xy", "item.x", "x"]));
    expect(usesIn({ a: ["{{state.k}}"], b: { $item: "" } }, "params")).toEqual([
      { path: ["state", "k"], place: "params.a[0]" },
      { path: ["item"], place: "params.b" },
    ]);
    expect(usesInCondition("${{ steps.a.result.n >= -1.5e3 or failure() }}").map(({ path }) => path)).toEqual([["steps", "a", "result", "n"]]);
    expect(usesInCondition("not true and 'it\\'s steps.a.result'")).toEqual([]);
  });

  it("has a path that can be read and written", () => {
    expect(readPath("steps.a-b.result['two words'][0].é")).toEqual(["steps", "a-b", "result", "two words", 0, "é"]);
    expect(writePath(["steps", "a-b", "result", "two words", 0, "é"])).toBe("steps.a-b.result['two words'][0].é");
    for (const text of ["", ".a", "a.", "a..b", "a.__class__", "[0]", "a[01]", "a b", "a.[0]"]) expect(readPath(text)).toBeNull();
    expect(onlyPath("{{ steps.a.result }}")).toEqual(["steps", "a", "result"]);
    expect(onlyPath("x {{steps.a.result}}")).toBeNull();
    expect(isLiteral({ a: [1, "text"] })).toBe(true);
    expect(isLiteral({ a: ["{{state.x}}"] })).toBe(false);
  });
});
