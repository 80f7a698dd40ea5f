import { Target } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "atlas",
  path: "/atlas/:part?/:id?",
  icon: Target,
  labelKey: "atlas.title",
  dock: { group: "apps", order: 20, briefKey: "atlas.brief", pinnedFor: ["goals", "explore"] },
  letter: "k",
  component: lazy(() => withWords("atlas", import("./AtlasScreen")).then((module) => ({ default: module.AtlasScreen }))),
};
