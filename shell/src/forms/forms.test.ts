import { describe, expect, it } from "vitest";

import { blank, draftOf } from "./draft";
import { placeOf } from "./place";
import { parseNumber, read } from "./read";
import type { JsonSchema } from "./schema";
import { fieldsOf, type Shape } from "./shape";
import { hintOf, labelOf } from "./words";

const object = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = [], $defs = {}): JsonSchema => ({
  type: "object",
  properties,
  required,
  $defs,
  additionalProperties: false,
});
const shape = (schema: JsonSchema, $defs = {}, name = "value"): Shape | undefined =>
  fieldsOf(object({ [name]: schema }, [name], $defs))[0]?.shape;
const kind = (schema: JsonSchema, $defs = {}, name?: string) => shape(schema, $defs, name)?.kind;

describe("shapes", () => {
  it("fit the plain types, with their limits", () => {
    expect(shape({ type: "string", minLength: 1, maxLength: 80 })).toMatchObject({ kind: "text", multiline: false, least: 1, most: 80 });
    expect(shape({ type: "integer", minimum: 1, maximum: 5_000 })).toMatchObject({ kind: "number", whole: true, least: 1, most: 5_000 });
    expect(shape({ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.1 })).toMatchObject({
      kind: "number",
      whole: false,
      above: 0,
      below: 1,
      step: 0.1,
    });
    expect(kind({ type: "boolean" })).toBe("switch");
  });

  it("give room for several lines where text is long by its limit or by its name", () => {
    const lines = (schema: JsonSchema, name = "value") => (shape(schema, {}, name) as { multiline: boolean }).multiline;
    expect(lines({ type: "string" }, "content")).toBe(true);
    expect(lines({ type: "string" }, "old_text")).toBe(true);
    expect(lines({ type: "string", maxLength: 8_000 })).toBe(true);
    expect(lines({ type: "string", maxLength: 80 }, "text")).toBe(false);
    expect(lines({ type: "string", format: "date" }, "text")).toBe(false);
    expect(lines({ type: "string" }, "path")).toBe(false);
  });

  it("turn literals, enums and fixed values into choices", () => {
    expect(shape({ enum: ["fact", "preference"], type: "string" })).toEqual({ kind: "choice", options: ["fact", "preference"] });
    expect(shape({ const: "only", type: "string" })).toEqual({ kind: "choice", options: ["only"] });
    expect(shape({ $ref: "#/$defs/Colour" }, { Colour: { enum: ["red", "blue"], type: "string" } })).toEqual({
      kind: "choice",
      options: ["red", "blue"],
    });
    const named = [{ const: "upper", title: "capitals" }, { const: "lower" }];
    expect(shape({ type: "string", oneOf: named })).toEqual({ kind: "choice", options: ["upper", "lower"], labels: ["capitals", undefined] });
    expect(shape({ anyOf: [{ const: 1 }, { enum: ["two", 3] }] })).toEqual({ kind: "choice", options: [1, "two", 3] });
  });

  it("read `X | None` as X that may be left empty, in every spelling", () => {
    const fields = fieldsOf(
      object(
        {
          a: { anyOf: [{ type: "string" }, { type: "null" }], default: null, description: "Only these." },
          b: { type: ["integer", "null"] },
          c: { anyOf: [{ $ref: "#/$defs/Size" }, { type: "null" }] },
          d: { oneOf: [{ enum: ["x", "y"] }, { const: null }] },
        },
        ["b"],
        { Size: object({ width: { type: "integer" } }, ["width"]) },
      ),
    );
    expect(fields.map((field) => [field.shape.kind, field.nullable, field.required])).toEqual([
      ["text", true, false],
      ["number", true, true],
      ["group", true, false],
      ["choice", true, false],
    ]);
    expect(fields[0]?.hint).toBe("Only these.");
  });

  it("follow references, and what is said beside them wins", () => {
    const size = object({ width: { type: "integer" }, height: { type: "integer" } }, ["width"]);
    const [field] = fieldsOf(object({ size: { allOf: [{ $ref: "#/$defs/Size" }], description: "How large." } }, [], { Size: { ...size, description: "A size." } }));
    expect(field).toMatchObject({ hint: "How large.", shape: { kind: "group" } });
  });

  it("nest groups and lists", () => {
    const defs = { Row: object({ name: { type: "string" }, tags: { type: "array", items: { type: "string" } } }, ["name"]) };
    const rows = shape({ type: "array", items: { $ref: "#/$defs/Row" }, minItems: 1, maxItems: 3 }, defs);
    expect(rows).toMatchObject({ kind: "list", least: 1, most: 3, item: { kind: "group" } });
    expect(kind({ type: "array", items: { type: "integer" }, uniqueItems: true })).toBe("list");
  });

  it("fall back to JSON where no control fits, and never loop", () => {
    const tree = { Tree: object({ children: { type: "array", items: { $ref: "#/$defs/Tree" } } }) };
    expect(kind({ anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] })).toBe("json");
    expect(kind({ type: "object", additionalProperties: { type: "number" } })).toBe("json");
    expect(kind({ type: "object" })).toBe("json");
    expect(kind({})).toBe("json");
    expect(kind({ type: "array", prefixItems: [{ type: "string" }, { type: "integer" }] })).toBe("json");
    expect(kind({ type: "array", items: {} })).toBe("json");
    expect(kind({ type: "array", items: { type: "array", items: { type: "string" } } })).toBe("json");
    expect(kind({ $ref: "#/$defs/Gone" })).toBe("json");
    expect(shape({ $ref: "#/$defs/Tree" }, tree)).toMatchObject({ kind: "group", fields: [{ shape: { kind: "json" } }] });
    expect(kind({ oneOf: [{ $ref: "#/$defs/Tree" }, { type: "string" }] }, tree)).toBe("json");
  });

  it("are called as people say it", () => {
    const fields = fieldsOf(object({ max_results: { type: "integer" }, path: { type: "string", title: "Where" } }));
    expect(fields.map((field) => labelOf(field, "en"))).toEqual(["Max results", "Where"]);
    expect(fields.map((field) => labelOf(field, "pt-BR"))).toEqual(["Máximo de resultados", "Where"]);
    const [told] = fieldsOf(object({ x: { type: "string", description: "`.` is it." } }));
    expect(told && hintOf(told, "pt-BR")).toBe(". is it.");
  });
});

const FORM = fieldsOf(
  object(
    {
      pattern: { type: "string" },
      path: { type: "string", default: "." },
      glob: { anyOf: [{ type: "string" }, { type: "null" }], default: null },
      regex: { type: "boolean", default: false },
      max_results: { type: "integer", minimum: 1, maximum: 500, default: 50 },
    },
    ["pattern"],
  ),
);

describe("reading a form", () => {
  it("opens with its defaults and sends what is filled in", () => {
    const draft = draftOf(FORM);
    expect(draft).toEqual({ pattern: "", path: ".", glob: "", regex: false, max_results: "50" });
    expect(read(FORM, { ...draft, pattern: "leite" })).toEqual({
      params: { pattern: "leite", path: ".", regex: false, max_results: 50 },
      complaints: {},
    });
  });

  it("says which field is missing or wrong, and how", () => {
    const { complaints } = read(FORM, { ...draftOf(FORM), max_results: "501" });
    expect(complaints).toEqual({ pattern: { says: "missing" }, max_results: { says: "most", limit: 500 } });
    const of = (max_results: string) => read(FORM, { ...draftOf(FORM), pattern: "x", max_results }).complaints.max_results?.says;
    expect(["1.5", "0", "many", "7"].map(of)).toEqual(["whole", "least", "number", undefined]);
  });

  it("leaves out what is emptied, so that the default holds, and sends null only where that means something", () => {
    const fields = fieldsOf(
      object({ a: { type: "string", default: "x" }, b: { anyOf: [{ type: "string" }, { type: "null" }], default: "y" }, c: { type: ["integer", "null"] } }, ["c"]),
    );
    expect(read(fields, { a: "", b: "", c: "" }).params).toEqual({ b: null, c: null });
  });

  it("lets a page of text be empty, but not a line that is needed", () => {
    const fields = fieldsOf(object({ path: { type: "string" }, content: { type: "string" } }, ["path", "content"]));
    expect(read(fields, { path: "", content: "" })).toEqual({ params: { content: "" }, complaints: { path: { says: "missing" } } });
  });

  it("goes into groups and lists, and names the place of each complaint", () => {
    const fields = fieldsOf(
      object({ rows: { type: "array", items: object({ name: { type: "string", maxLength: 3 }, size: { type: "integer" } }, ["name"]), minItems: 1 } }, ["rows"]),
    );
    expect(read(fields, { rows: [] }).complaints).toEqual({ rows: { says: "fewer", limit: 1 } });
    expect(read(fields, { rows: [{ name: "abc", size: "2" }, { name: "abcd", size: "" }] })).toEqual({
      params: { rows: [{ name: "abc", size: 2 }, { name: "abcd" }] },
      complaints: { "rows.1.name": { says: "longer", limit: 3 } },
    });
    expect(read(fields, { rows: [{ name: "", size: "" }] }).complaints).toEqual({ "rows.0.name": { says: "missing" } });
  });

  it("reads JSON as JSON, checks patterns it can read, and sets as sets", () => {
    const fields = fieldsOf(
      object({ data: {}, code: { type: "string", pattern: "^[A-Z]+$" }, odd: { type: "string", pattern: "(?P<x>a)" }, set: { type: "array", items: { type: "string" }, uniqueItems: true } }),
    );
    expect(read(fields, { data: '{"a": [1]}', code: "OK", odd: "b", set: ["a"] })).toEqual({
      params: { data: { a: [1] }, code: "OK", odd: "b", set: ["a"] },
      complaints: {},
    });
    expect(read(fields, { data: "{", code: "no", odd: "", set: ["a", "a"] }).complaints).toEqual({
      data: { says: "json" },
      code: { says: "pattern" },
      set: { says: "unique" },
    });
  });

  it("keeps choices that are not words, and an optional switch unsaid", () => {
    const fields = fieldsOf(object({ level: { enum: [1, "two", null] }, loud: { anyOf: [{ type: "boolean" }, { type: "null" }], default: null } }, ["level"]));
    expect(draftOf(fields)).toEqual({ level: "", loud: null });
    expect(read(fields, { level: "0", loud: null }).params).toEqual({ level: 1 });
    expect(read(fields, { level: "1", loud: false }).params).toEqual({ level: "two", loud: false });
    expect(blank({ kind: "choice", options: ["only"] })).toBe("0");
  });

  it("reads numbers as each language writes them", () => {
    expect(["1,234.5", "-2", ".5", "1e3", "1,5", "", "x"].map((text) => parseNumber(text, "."))).toEqual([
      1_234.5, -2, 0.5, 1_000, undefined, undefined, undefined,
    ]);
    expect(["1.234,5", "0,5", "12"].map((text) => parseNumber(text, ","))).toEqual([1_234.5, 0.5, 12]);
  });
});

describe("a problem of the server", () => {
  it("is shown at the deepest field it speaks about", () => {
    const fields = fieldsOf(object({ rows: { type: "array", items: object({ name: { type: "string" } }) }, glob: { type: "string" } }));
    expect(placeOf(fields, "rows.0.name.str")).toBe("rows.0.name");
    expect(placeOf(fields, "glob.str")).toBe("glob");
    expect(placeOf(fields, "gone")).toBeUndefined();
    expect(placeOf(fields, null)).toBeUndefined();
  });
});
