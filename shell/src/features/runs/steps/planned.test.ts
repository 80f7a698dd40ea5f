import { describe, expect, it } from "vitest";

import type { Graph, StepView } from "@/api";
import { withPlanned } from "./planned";

const node = (id: string, more: Partial<Graph["nodes"][number]> = {}) =>
  ({ id, title: "", kind: "call", graph: null, repeat: null, dependencies: [], call: null, agent: null, interrupt: null, when: null, ...more }) as Graph["nodes"][number];
const graph = (...nodes: Graph["nodes"]) => ({ nodes, inputs: {}, state: {}, output: null }) as Graph;
const view = (place: string, inside: string | null = null) => ({ place, inside }) as StepView;

const NESTED = graph(node("a", { kind: "workflow", graph: graph(node("x"), node("y", { dependencies: ["x"] })) }));

describe("steps inside steps that have not begun", () => {
  it("are shown as they will be", () => {
    const steps = withPlanned({ graph: NESTED, steps: [view("a")] });
    expect(steps.map(({ place, inside, after }) => [place, inside, after])).toEqual([
      ["a", null, undefined],
      ["a/x", "a", []],
      ["a/y", "a", ["a/x"]],
    ]);
    expect(steps[1]).toMatchObject({ status: "pending", title: "x" });
  });

  it("are left to the run once they have begun, and are not guessed inside repetitions", () => {
    const begun = [view("a"), view("a/x", "a")];
    expect(withPlanned({ graph: NESTED, steps: begun })).toBe(begun);
    const repeated = graph(node("a", { kind: "workflow", graph: graph(node("x")), repeat: { count: 2, for_each: null, max: 100 } }));
    expect(withPlanned({ graph: repeated, steps: [view("a")] })).toHaveLength(1);
  });
});
