/** The meetings, frameworks and insights of Atlas, taken from the generated schema. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type AtlasAgendaItem = Schemas["AtlasAgendaItem"];
export type AtlasEvidence = Schemas["AtlasEvidence"];
export type AtlasFramework = Schemas["AtlasFramework"];
export type AtlasFrameworks = Schemas["AtlasFrameworks"];
export type AtlasInsight = Schemas["AtlasInsightCard"];
export type AtlasMeetingCard = Schemas["AtlasMeetingCard"];
export type AtlasMeetingPage = Schemas["AtlasMeetingPage"];
export type AtlasMinutes = Schemas["AtlasMinutes"];
