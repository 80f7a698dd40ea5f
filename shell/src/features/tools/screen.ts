import { Hammer } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "tools",
  path: "/made-tools/:name?",
  icon: Hammer,
  labelKey: "tools.title",
  letter: "z",
  dock: { group: "workshop", order: 32, briefKey: "tools.brief" },
  component: lazy(() => withWords("tools", import("./ToolsScreen")).then((module) => ({ default: module.ToolsScreen }))),
};
