/** MCP servers: how each is started or reached, what it offers, and what came of looking. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type McpServer = Schemas["ServerView"];
export type McpNewServer = Schemas["NewServer"];
export type McpServerDraft = Schemas["ServerDraft"];
export type McpTool = Schemas["ToolView"];
export type McpResource = Schemas["ResourceView"];
