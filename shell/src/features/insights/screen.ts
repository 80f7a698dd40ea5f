import { ChartColumn } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "insights",
  path: "/insights",
  icon: ChartColumn,
  labelKey: "insights.title",
  dock: { group: "system", order: 15, briefKey: "insights.brief" },
  letter: "n",
  component: lazy(() => withWords("insights", import("./InsightsScreen")).then((module) => ({ default: module.InsightsScreen }))),
};
