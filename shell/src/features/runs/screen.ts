import { Waypoints } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "runs",
  path: "/runs/:id?",
  icon: Waypoints,
  labelKey: "runs.title",
  dock: 65,
  letter: "u",
  component: lazy(() => withWords("runs", import("./RunsScreen")).then((module) => ({ default: module.RunsScreen }))),
};
