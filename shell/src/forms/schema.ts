/** JSON Schema as our capabilities emit it: the keywords a form reads, and following references. Pure. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** The part of JSON Schema that says something about a form. What is not here is the server's to check. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly items?: JsonSchema | boolean;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

type Definitions = Readonly<Record<string, JsonSchema>>;

/** A schema without references and single-part compositions: what is said beside a reference wins over its target. */
export function resolved(schema: JsonSchema, definitions: Definitions): JsonSchema {
  const { $ref, allOf, ...own } = schema;
  if ($ref !== undefined) {
    const target = definitions[$ref.replace(/^#\/\$defs\//, "")];
    return target === undefined ? own : { ...resolved(target, definitions), ...own };
  }
  const only = allOf?.length === 1 ? allOf[0] : undefined;
  return only === undefined ? schema : { ...resolved(only, definitions), ...own };
}

/** The name of the definition a schema points at, to notice trees that contain themselves. */
export function referenceOf(schema: JsonSchema): string | undefined {
  return schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined);
}
