/** Named values as one form: what a workflow has to be given, each with a schema of its own. Pure. */

import type { JsonSchema } from "./schema";

/** The schema of a form with these fields; those that have no default have to be filled in. */
export function groupOf(fields: Readonly<Record<string, unknown>>): JsonSchema {
  const properties = fields as Readonly<Record<string, JsonSchema>>;
  const required = Object.keys(properties).filter((name) => properties[name]?.default === undefined);
  return { type: "object", properties, required };
}
