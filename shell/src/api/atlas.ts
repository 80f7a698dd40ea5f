/** The nouns of Atlas, taken from the generated schema. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type AtlasItem = Schemas["AtlasItem"];
export type AtlasBand = AtlasItem["band"];
/** How many stand how. */
export type AtlasBands = { readonly [B in AtlasBand]?: number };
export type AtlasAttention = Schemas["AtlasAttention"];
/** Why something asks for attention. */
export type AtlasWhy = AtlasAttention["why"][number];
export type AtlasCheckIn = Schemas["AtlasCheckIn"];
export type AtlasCompany = Schemas["AtlasCompany"];
export type AtlasCompanyCard = Schemas["AtlasCompanyCard"];
export type AtlasCycle = Schemas["AtlasCycle"];
export type AtlasDashboard = Schemas["AtlasDashboard"];
export type AtlasDue = Schemas["AtlasDue"];
/** A row, all of its fields as they are. */
export type AtlasFields = Readonly<Record<string, unknown>>;
export type AtlasKeyResultCard = Schemas["AtlasKeyResultCard"];
export type AtlasKeyResultPage = Schemas["AtlasKeyResultPage"];
/** What the figures suggest. */
export type AtlasPace = NonNullable<AtlasKeyResultPage["suggested"]>;
export type AtlasLink = Schemas["AtlasLink"];
export type AtlasMonthPoint = Schemas["AtlasMonthPoint"];
export type AtlasNode = Schemas["AtlasNode"];
export type AtlasObjectivePage = Schemas["AtlasObjectivePage"];
export type AtlasPillarCard = Schemas["AtlasPillarCard"];
export type AtlasPillarPage = Schemas["AtlasPillarPage"];
export type AtlasProjectPage = Schemas["AtlasProjectPage"];
export type AtlasTotals = Schemas["AtlasTotals"];
export type AtlasTree = Schemas["AtlasTree"];
