/** From a JSON Schema to the shape of its form. Pure; what no control fits becomes a field for JSON. */

import { type Json, type JsonSchema, referenceOf, resolved } from "./schema";

export interface TextShape {
  readonly kind: "text";
  readonly multiline: boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly least?: number;
  readonly most?: number;
}

export interface NumberShape {
  readonly kind: "number";
  readonly whole: boolean;
  readonly least?: number;
  readonly most?: number;
  readonly above?: number;
  readonly below?: number;
  readonly step?: number;
}

export interface ListShape {
  readonly kind: "list";
  readonly item: Shape;
  readonly least?: number;
  readonly most?: number;
  readonly unique: boolean;
}

export interface GroupShape {
  readonly kind: "group";
  readonly fields: readonly FormField[];
}

export type Shape =
  | TextShape
  | NumberShape
  | ListShape
  | GroupShape
  | { readonly kind: "switch" }
  | { readonly kind: "choice"; readonly options: readonly Json[]; readonly labels?: readonly (string | undefined)[] }
  | { readonly kind: "json" };

/** One named value of a form. */
export interface FormField {
  readonly name: string;
  /** What it calls itself; without that it goes by its name. */
  readonly label?: string;
  readonly hint?: string;
  readonly shape: Shape;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly initial?: Json;
  readonly example?: string;
}

/** Deeper than this, a form is harder to read than JSON. */
const DEEPEST = 4;
/** Text that may be longer than this gets several lines. */
const LINE = 300;
const LONG_NAMES = /(^|_)(text|content|body|message|prompt|instructions|description|old|new|code|patch|diff|markdown)$/;

interface Place {
  readonly definitions: Readonly<Record<string, JsonSchema>>;
  readonly above: readonly string[];
}

/** The fields of an object's schema, in the order it names them. */
export function fieldsOf(schema: JsonSchema): readonly FormField[] {
  return fieldsIn(schema, { definitions: schema.$defs ?? {}, above: [] });
}

function fieldsIn(schema: JsonSchema, place: Place): readonly FormField[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => fieldOf(name, property, required.has(name), place));
}

function fieldOf(name: string, schema: JsonSchema, required: boolean, place: Place): FormField {
  const { inner, nullable } = withoutNull(schema, place);
  const plain = resolved(inner, place.definitions);
  const said = { ...plain, ...resolved(schema, place.definitions) };
  const example = said.examples?.[0];
  return {
    name,
    label: ownTitle(schema.title, name),
    hint: said.description,
    shape: shapeOf(inner, name, place),
    required,
    nullable,
    initial: said.default,
    example: example === undefined ? undefined : typeof example === "string" ? example : JSON.stringify(example),
  };
}

/** A title somebody gave; one that only repeats the name was made up by a program. */
function ownTitle(title: string | undefined, name: string): string | undefined {
  const plain = (text: string) => text.replace(/[\s_-]/g, "").toLowerCase();
  return title === undefined || plain(title) === plain(name) ? undefined : title;
}

/** `X | None` is X that may be left empty. */
function withoutNull(schema: JsonSchema, place: Place): { readonly inner: JsonSchema; readonly nullable: boolean } {
  const plain = resolved(schema, place.definitions);
  const branches = plain.anyOf ?? plain.oneOf;
  if (branches !== undefined) {
    const others = branches.filter((branch) => !isNull(resolved(branch, place.definitions)));
    const nullable = others.length < branches.length;
    const only = others.length === 1 ? others[0] : undefined;
    if (only !== undefined) return { inner: only, nullable };
    return { inner: { ...plain, anyOf: others, oneOf: undefined }, nullable };
  }
  if (Array.isArray(plain.type) && plain.type.includes("null")) {
    const types = (plain.type as readonly string[]).filter((type) => type !== "null");
    return { inner: { ...plain, type: types.length === 1 ? types[0] : types }, nullable: true };
  }
  return { inner: schema, nullable: false };
}

const isNull = (schema: JsonSchema) => schema.type === "null" || schema.const === null;

function shapeOf(schema: JsonSchema, name: string, place: Place): Shape {
  const reference = referenceOf(schema);
  if (reference !== undefined && place.above.includes(reference)) return { kind: "json" };
  const plain = resolved(schema, place.definitions);
  const inside = { ...place, above: reference === undefined ? place.above : [...place.above, reference] };
  if (plain.const !== undefined) return { kind: "choice", options: [plain.const] };
  if (plain.enum !== undefined) return { kind: "choice", options: plain.enum };
  const branches = plain.anyOf ?? plain.oneOf;
  if (branches !== undefined) return unionOf(branches, place);
  switch (plain.type) {
    case "string":
      return textOf(plain, name);
    case "integer":
    case "number":
      return numberOf(plain);
    case "boolean":
      return { kind: "switch" };
    case "array":
      return listOf(plain, name, inside);
    case "object":
      return groupOf(plain, inside);
    default:
      return { kind: "json" };
  }
}

/** A union of fixed values is one choice; any other union is written as JSON. */
function unionOf(branches: readonly JsonSchema[], place: Place): Shape {
  const parts = branches.map((branch) => resolved(branch, place.definitions));
  const values = parts.map((plain) => (plain.const !== undefined ? [plain.const] : plain.enum));
  if (values.every((options) => options !== undefined)) {
    const labels = parts.flatMap((plain, index) => values[index]?.map(() => (plain.const === undefined ? undefined : plain.title)) ?? []);
    return { kind: "choice", options: values.flat(), ...(labels.some((label) => label !== undefined) ? { labels } : {}) };
  }
  return { kind: "json" };
}

function textOf(schema: JsonSchema, name: string): Shape {
  const { format, pattern, minLength, maxLength } = schema;
  const long = maxLength === undefined ? LONG_NAMES.test(name) : maxLength > LINE;
  return { kind: "text", multiline: long && format === undefined && pattern === undefined, format, pattern, least: minLength, most: maxLength };
}

function numberOf(schema: JsonSchema): Shape {
  return {
    kind: "number",
    whole: schema.type === "integer",
    least: schema.minimum,
    most: schema.maximum,
    above: schema.exclusiveMinimum,
    below: schema.exclusiveMaximum,
    step: schema.multipleOf,
  };
}

function listOf(schema: JsonSchema, name: string, place: Place): Shape {
  const { items, prefixItems } = schema;
  if (prefixItems !== undefined || items === undefined || typeof items === "boolean") return { kind: "json" };
  const { inner, nullable } = withoutNull(items, place);
  const item = place.above.length + depth(inner) > DEEPEST ? ({ kind: "json" } as const) : shapeOf(inner, name.replace(/s$/, ""), place);
  // A list whose items are lists, may be nothing, or are JSON themselves reads better as JSON.
  if (nullable || item.kind === "json" || item.kind === "list") return { kind: "json" };
  return { kind: "list", item, least: schema.minItems, most: schema.maxItems, unique: schema.uniqueItems ?? false };
}

function groupOf(schema: JsonSchema, place: Place): Shape {
  const names = Object.keys(schema.properties ?? {});
  const open = schema.additionalProperties !== undefined && schema.additionalProperties !== false;
  if (names.length === 0 || open || place.above.length > DEEPEST) return { kind: "json" };
  return { kind: "group", fields: fieldsIn(schema, { ...place, above: [...place.above, ""] }) };
}

const depth = (schema: JsonSchema): number => (schema.type === "object" || schema.$ref !== undefined ? 1 : 0);
