/** Plugins: how each stands, what it may reach, and what it logged. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type Plugin = Schemas["PluginView"];
