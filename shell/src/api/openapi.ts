/** Web APIs: what was imported, and the operations of each. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type WebApi = Schemas["ApiView"];
export type WebApiDraft = Omit<Schemas["NewApi"], "id">;
export type WebOperation = Schemas["FoundOperation"];
