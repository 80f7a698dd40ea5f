import { ChartGantt } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "traces",
  path: "/traces/:id?",
  icon: ChartGantt,
  labelKey: "traces.title",
  dock: false,
  component: lazy(() => withWords("traces", import("./TracesScreen")).then((module) => ({ default: module.TracesScreen }))),
};
