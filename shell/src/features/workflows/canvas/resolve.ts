/** Taking the other side's value where two people changed the same. Pure. */

import { apply, type Conflict, DETAILS, type Draft, type Edit, stepOf } from "@/flow";

/** The merged draft with their values for these conflicts. */
export function resolve(merged: Draft, theirs: Draft, conflicts: readonly Conflict[]): Draft {
  return conflicts.reduce((draft, conflict) => apply(draft, editsFor(draft, theirs, conflict)).draft, merged);
}

type Values = Readonly<Record<string, unknown>>;

function editsFor(draft: Draft, theirs: Draft, conflict: Conflict): readonly Edit[] {
  return conflict.step === undefined ? wholeEdits(draft, theirs, conflict) : stepEdits(draft, theirs, conflict, conflict.step);
}

function wholeEdits({ graph }: Draft, theirs: Draft, { field, theirs: value }: Conflict): readonly Edit[] {
  const [room = "", key = "", id = ""] = field.split(".");
  if (DETAILS.some((name) => name === field)) return [{ type: "setDetails", fields: { [field]: value } }];
  if (room === "inputs") return [{ type: "setInputs", inputs: withKey(graph.inputs, key, value) as Draft["graph"]["inputs"] }];
  if (room === "state") return [{ type: "setState", state: withKey(graph.state, key, value) as Draft["graph"]["state"] }];
  if (field === "output") return [{ type: "setOutput", output: value ?? null }];
  if (field === "order") return [{ type: "orderSteps", ids: Array.isArray(value) ? value.map(String) : [] }];
  if (room === "canvas" && key === "pins") {
    const place = field.slice("canvas.pins.".length);
    return [value === undefined ? { type: "unpin", id: place } : { type: "pin", id: place, value }];
  }
  if (room === "canvas" && key === "notes") {
    const note = theirs.canvas?.notes.find((each) => each.id === id);
    return [note === undefined ? { type: "removeNote", id } : { type: "setNote", note }];
  }
  return [];
}

function stepEdits(draft: Draft, theirs: Draft, { field, theirs: value }: Conflict, place: string): readonly Edit[] {
  const step = stepOf(draft, place);
  const other = stepOf(theirs, place);
  if (field === "step" && value === undefined) return [{ type: "removeStep", id: place }];
  if (step === null || other === null) return [];
  const [room = "", part = ""] = field.split(".");
  if (field.startsWith("call.params.") && step.call !== null) {
    const params = withKey(step.call.params, field.slice("call.params.".length), value);
    return [{ type: "changeStep", id: place, fields: { call: { ...step.call, params } } }];
  }
  if (room === "inputs") return [{ type: "changeStep", id: place, fields: { inputs: withKey(step.inputs, part, value) } }];
  if (Object.hasOwn(step, field) && field !== "id") return [{ type: "changeStep", id: place, fields: { [field]: value ?? null } }];
  if (field === "id") return [];
  // What has no way of its own, such as a field of a graph inside: all of their step.
  const { id: _, ...fields } = other;
  return [{ type: "changeStep", id: place, fields }];
}

function withKey(values: Values, key: string, value: unknown): Record<string, unknown> {
  const { [key]: _, ...others } = values;
  return value === undefined ? others : { ...values, [key]: value };
}
