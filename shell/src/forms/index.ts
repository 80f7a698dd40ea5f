/** Forms made from JSON Schemas: `useForm(schema)` and `<SchemaForm>`. The rules are pure; what no control fits is JSON. */

export { groupOf } from "./group";
export type { Json, JsonSchema } from "./schema";
export { SchemaForm, type Wrongs } from "./SchemaForm";
export { type FormField, fieldsOf, type Shape } from "./shape";
export { fieldDraft, readField } from "./single";
export { hintOf, labelOf } from "./words";
export { type Form, useForm } from "./useForm";
