import { Activity } from "lucide-react";
import { lazy } from "react";

import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "activity",
  path: "/activity/:id?",
  icon: Activity,
  labelKey: "activity.title",
  dock: { group: "system", order: 20, briefKey: "activity.brief" },
  letter: "v",
  component: lazy(() => import("./ActivityScreen").then((module) => ({ default: module.ActivityScreen }))),
};
