import { Plug } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "mcp",
  path: "/mcp-servers/:id?",
  icon: Plug,
  labelKey: "mcp.title",
  dock: { group: "workshop", order: 40, briefKey: "mcp.brief" },
  letter: "j",
  component: lazy(() => withWords("mcp", import("./McpScreen")).then((module) => ({ default: module.McpScreen }))),
};
