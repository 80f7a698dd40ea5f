/** Tools made here: drafts, tools with their versions, and templates. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type DraftedTool = Schemas["DraftedTool"];
export type ForgedTool = Schemas["ForgedTool"];
export type ListedTool = Schemas["ListedTool"];
export type ToolDraft = Schemas["ToolDraft"];
export type ToolTemplateForm = Schemas["ToolTemplateForm"];
export type ToolTestResult = Schemas["ToolTestResult"];
