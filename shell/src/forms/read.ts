/** From a filled-in form to parameters, or to what is wrong with which field. Pure. */

import { type Draft, type DraftGroup, isGroup } from "./draft";
import type { Json } from "./schema";
import type { FormField, ListShape, NumberShape, Shape, TextShape } from "./shape";

/** What is wrong with one field; the words are in `i18n/en/forms.ts`. */
export type Complaint =
  | { readonly says: "missing" | "number" | "whole" | "json" | "pattern" | "unique" }
  | { readonly says: "least" | "most" | "above" | "below" | "step" | "shorter" | "longer" | "fewer" | "more"; readonly limit: number };

/** Complaints by the path of their field: `rows.0.name`. */
export type Complaints = Readonly<Record<string, Complaint>>;

export interface Reading {
  readonly params: Readonly<Record<string, Json>>;
  readonly complaints: Complaints;
}

/** How the decimals of a language are written. */
export type Decimal = "." | ",";

interface Reader {
  readonly decimal: Decimal;
  readonly complaints: Record<string, Complaint>;
}

/** Leave the field out, so that the server's own default holds. */
const ABSENT = Symbol("absent");
type Read = Json | typeof ABSENT;

/** Read a whole form. Parameters are only complete when there are no complaints. */
export function read(fields: readonly FormField[], draft: DraftGroup, decimal: Decimal = "."): Reading {
  const reader: Reader = { decimal, complaints: {} };
  return { params: readFields(fields, draft, "", reader), complaints: reader.complaints };
}

function readFields(fields: readonly FormField[], draft: DraftGroup, above: string, reader: Reader): Record<string, Json> {
  const params: Record<string, Json> = {};
  for (const field of fields) {
    const value = readField(field, draft[field.name] ?? null, above + field.name, reader);
    if (value !== ABSENT) params[field.name] = value;
  }
  return params;
}

function readField(field: FormField, draft: Draft, path: string, reader: Reader): Read {
  if (!isEmpty(field.shape, draft)) return readShape(field.shape, draft, path, reader);
  if (field.nullable) return field.initial === null || (field.initial === undefined && !field.required) ? ABSENT : null;
  if (!field.required) return ABSENT;
  if (field.shape.kind === "list") return readShape(field.shape, [], path, reader);
  // A page of text may well be empty: a new, empty file is one.
  if (field.shape.kind === "text" && field.shape.multiline && !field.shape.least) return "";
  reader.complaints[path] = { says: "missing" };
  return ABSENT;
}

function isEmpty(shape: Shape, draft: Draft): boolean {
  if (draft === null) return true;
  if (Array.isArray(draft)) return draft.length === 0;
  return typeof draft === "string" && (shape.kind === "text" ? draft === "" : draft.trim() === "");
}

function readShape(shape: Shape, draft: Draft, path: string, reader: Reader): Json {
  const text = typeof draft === "string" ? draft : "";
  switch (shape.kind) {
    case "text":
      return note(reader, path, wrongText(shape, text)) ?? text;
    case "number":
      return readNumber(shape, text, path, reader);
    case "switch":
      return draft === true;
    case "choice":
      return shape.options[Number(text)] ?? null;
    case "list":
      return readList(shape, Array.isArray(draft) ? draft : [], path, reader);
    case "group":
      return readFields(shape.fields, isGroup(draft) ? draft : {}, `${path}.`, reader);
    case "json":
      return readJson(text, path, reader);
  }
}

function readNumber(shape: NumberShape, text: string, path: string, reader: Reader): Json {
  const value = parseNumber(text, reader.decimal);
  if (value === undefined) return note(reader, path, { says: "number" });
  return note(reader, path, wrongNumber(shape, value)) ?? value;
}

function readList(shape: ListShape, drafts: readonly Draft[], path: string, reader: Reader): Json {
  const items = drafts.map((draft, index) => {
    const place = `${path}.${index}`;
    if (isEmpty(shape.item, draft)) return note(reader, place, { says: "missing" });
    return readShape(shape.item, draft, place, reader);
  });
  const { least, most, unique } = shape;
  if (least !== undefined && items.length < least) note(reader, path, { says: "fewer", limit: least });
  else if (most !== undefined && items.length > most) note(reader, path, { says: "more", limit: most });
  else if (unique && new Set(items.map((item) => JSON.stringify(item))).size < items.length) note(reader, path, { says: "unique" });
  return items;
}

function readJson(text: string, path: string, reader: Reader): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return note(reader, path, { says: "json" });
  }
}

function note(reader: Reader, path: string, complaint: Complaint | null): null {
  if (complaint !== null) reader.complaints[path] = complaint;
  return null;
}

function wrongText(shape: TextShape, text: string): Complaint | null {
  const length = [...text].length;
  if (shape.least !== undefined && length < shape.least) return { says: "shorter", limit: shape.least };
  if (shape.most !== undefined && length > shape.most) return { says: "longer", limit: shape.most };
  return shape.pattern !== undefined && !fits(text, shape.pattern) ? { says: "pattern" } : null;
}

/** The server's patterns are of another dialect: one this browser cannot read is left for the server to check. */
function fits(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}

function wrongNumber(shape: NumberShape, value: number): Complaint | null {
  const { least, most, above, below, step } = shape;
  if (shape.whole && !Number.isSafeInteger(value)) return { says: "whole" };
  if (least !== undefined && value < least) return { says: "least", limit: least };
  if (most !== undefined && value > most) return { says: "most", limit: most };
  if (above !== undefined && value <= above) return { says: "above", limit: above };
  if (below !== undefined && value >= below) return { says: "below", limit: below };
  if (step !== undefined && Math.abs(value / step - Math.round(value / step)) > 1e-9) return { says: "step", limit: step };
  return null;
}

/** `-1,234.5` in English, `-1.234,5` in Portuguese. Undefined when it is no number. */
export function parseNumber(text: string, decimal: Decimal): number | undefined {
  const group = decimal === "." ? "," : ".";
  const plain = text.trim().replace(/\s/g, "");
  // A grouping mark is only one between threes: elsewhere it is somebody else's decimal sign, and not guessed at.
  const grouped = new RegExp(`^[+-]?\\d{1,3}(\\${group}\\d{3})+(\\${decimal}\\d+)?$`).test(plain);
  const digits = (grouped ? plain.replaceAll(group, "") : plain).replace(decimal, ".");
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(digits) ? Number(digits) : undefined;
}
