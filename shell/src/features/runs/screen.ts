import { Waypoints } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "runs",
  path: "/runs/:id?",
  icon: Waypoints,
  labelKey: "runs.title",
  dock: { group: "work", order: 40, briefKey: "runs.brief", pinnedFor: ["code"], badge: "running" },
  letter: "u",
  component: lazy(() => withWords("runs", import("./RunsScreen")).then((module) => ({ default: module.RunsScreen }))),
};
