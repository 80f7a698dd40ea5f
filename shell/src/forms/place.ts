/** Where in a form a problem of the server belongs. Pure. */

import type { FormField, Shape } from "./shape";

/** The path of the deepest field that a problem's `field` speaks about; undefined when it is about no field here. */
export function placeOf(fields: readonly FormField[], problem: string | null): string | undefined {
  if (problem === null || problem === "") return undefined;
  const steps = problem.split(".");
  const field = fields.find(({ name }) => name === steps[0]);
  if (field === undefined) return undefined;
  return [field.name, ...inside(field.shape, steps.slice(1))].join(".");
}

function inside(shape: Shape, steps: readonly string[]): readonly string[] {
  const [first, ...rest] = steps;
  if (first === undefined) return [];
  if (shape.kind === "list" && /^\d+$/.test(first)) return [first, ...inside(shape.item, rest)];
  const field = shape.kind === "group" ? shape.fields.find(({ name }) => name === first) : undefined;
  return field === undefined ? [] : [first, ...inside(field.shape, rest)];
}
