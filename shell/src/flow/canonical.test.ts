import { expect, it } from "vitest";

import type { Step } from "@/api";
import { canonical } from "./canonical";
import { anyDraft, diceOf } from "./drafts.fixtures";

it("is the same text whatever the order of fields and wherever nodes stand", () => {
  const draft = anyDraft(diceOf(7));
  const nodes = draft.graph.nodes.map((step) => Object.fromEntries(Object.entries(step).reverse()) as unknown as Step);
  const { inputs, state, output } = draft.graph;
  const other = { ...draft, graph: { output, nodes, state, inputs }, canvas: null };
  expect(JSON.stringify(canonical(other))).toBe(JSON.stringify(canonical(draft)));
  expect(canonical(draft).graph).toEqual(draft.graph);
});
