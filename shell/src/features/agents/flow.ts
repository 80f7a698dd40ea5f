/** The flow of an agent as a document that can be edited. Pure. */

import type { Graph } from "@/api";

const EXAMPLE = `id: flow
title: Flow
inputs:
  request: string
steps:
  - id: draft
    prompt: "Draft an answer: {{inputs.request}}"
output: "{{steps.draft.result}}"
`;

/** A flow as text: the stored graph in JSON, or a small one to begin with. */
export function documentOf(graph: Graph | null): string {
  return graph === null ? EXAMPLE : JSON.stringify({ id: "flow", title: "Flow", graph: said(graph) }, null, 2);
}

/** Without what goes without saying: empty lists and objects, and what is not set. */
function said(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(said);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([, each]) => !isEmpty(each));
  return Object.fromEntries(kept.map(([name, each]) => [name, said(each)]));
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
}
