import { Puzzle } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "plugins",
  path: "/plugins/:name?",
  icon: Puzzle,
  labelKey: "plugins.title",
  dock: false, // the screen of all tools leads here
  component: lazy(() => withWords("plugins", import("./PluginsScreen")).then((module) => ({ default: module.PluginsScreen }))),
};
