/** The catalogue: what can be added and what is here, and the sources it comes from. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type Catalogue = Schemas["CatalogueView"];
export type CatalogueEntry = Schemas["CatalogueEntry"];
export type CatalogueEntryDetail = Schemas["CatalogueEntryDetail"];
export type CatalogueKind = Schemas["CatalogueKind"];
export type CatalogueSource = Schemas["CatalogueSource"];
export type NewCatalogueSource = Schemas["NewCatalogueSource"];
