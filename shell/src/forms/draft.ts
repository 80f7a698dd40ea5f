/** What stands in a form while it is filled in: text as typed, one tree beside the tree of shapes. Pure. */

import type { Json } from "./schema";
import type { FormField, Shape } from "./shape";

/** Nothing given, text as typed, a switch, the items of a list, the fields of a group. */
export type Draft = null | string | boolean | readonly Draft[] | DraftGroup;

export interface DraftGroup {
  readonly [name: string]: Draft;
}

/** The form as it opens: defaults filled in, everything else empty. */
export function draftOf(fields: readonly FormField[], values: Readonly<Record<string, Json>> = {}): DraftGroup {
  return Object.fromEntries(
    fields.map((field) => {
      const value = values[field.name] ?? field.initial;
      return [field.name, value === undefined || value === null ? emptyOf(field) : written(field.shape, value)];
    }),
  );
}

function emptyOf(field: FormField): Draft {
  // An optional group stays closed until somebody wants it; so does a switch that may be left unsaid.
  if (field.shape.kind === "group" && (!field.required || field.nullable)) return null;
  if (field.shape.kind === "switch" && (field.nullable || !field.required)) return null;
  return blank(field.shape);
}

/** The draft of a value nobody has given yet. */
export function blank(shape: Shape): Draft {
  switch (shape.kind) {
    case "switch":
      return false;
    case "list":
      return [];
    case "group":
      return draftOf(shape.fields);
    case "choice":
      return shape.options.length === 1 ? "0" : "";
    case "text":
    case "number":
    case "json":
      return "";
  }
}

/** A value as the form shows it. */
export function written(shape: Shape, value: Json): Draft {
  switch (shape.kind) {
    case "text":
      return typeof value === "string" ? value : JSON.stringify(value);
    case "number":
      return typeof value === "number" ? String(value) : "";
    case "switch":
      return value === true;
    case "choice": {
      const index = shape.options.findIndex((option) => JSON.stringify(option) === JSON.stringify(value));
      return index < 0 ? "" : String(index);
    }
    case "list":
      return Array.isArray(value) ? value.map((item: Json) => written(shape.item, item)) : [];
    case "group":
      return draftOf(shape.fields, value as Readonly<Record<string, Json>>);
    case "json":
      return JSON.stringify(value, null, 2);
  }
}

export function isGroup(draft: Draft | undefined): draft is DraftGroup {
  return typeof draft === "object" && draft !== null && !Array.isArray(draft);
}
