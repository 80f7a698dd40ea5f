/** Templates as a gallery shows them: their picture, what they need, and what they may take. Pure. */

import type { WorkflowTemplate } from "@/api";
import type { PictureStep } from "@/graphs";

type Need = WorkflowTemplate["needs"][number];

/** The steps of a template as a picture draws them: what stops for a person, what may be left out, what waits for what. */
export function pictureSteps({ nodes, edges }: WorkflowTemplate["graph"]): readonly PictureStep[] {
  const before = new Map<string, string[]>();
  for (const { source, target } of edges) before.set(target, [...(before.get(target) ?? []), source]);
  return nodes.map(({ id, title, kind, asks, is_optional }) => ({
    id,
    title,
    kind,
    dependencies: before.get(id) ?? [],
    when: is_optional ? "…" : null,
    interrupt: asks ? { before: false, after: true, message: "" } : null,
  }));
}

/** What is not there: what it cannot do without first. */
export function missingNeeds(needs: readonly Need[]): readonly Need[] {
  const missing = needs.filter(({ is_met }) => !is_met);
  return [...missing.filter(({ is_optional }) => !is_optional), ...missing.filter(({ is_optional }) => is_optional)];
}

/** Templates that hold the words somebody typed, those that can be used now first. */
export function foundTemplates(templates: readonly WorkflowTemplate[], words: string): readonly WorkflowTemplate[] {
  const wanted = words.trim().toLowerCase();
  const found = templates.filter(({ id, title, description }) => `${title} ${description} ${id}`.toLowerCase().includes(wanted));
  return [...found.filter(({ is_ready }) => is_ready), ...found.filter(({ is_ready }) => !is_ready)];
}
