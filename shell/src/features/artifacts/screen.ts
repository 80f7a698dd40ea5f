import { Images } from "lucide-react";
import { lazy } from "react";

import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "artifacts",
  path: "/artifacts/:id?",
  icon: Images,
  labelKey: "artifacts.title",
  dock: { group: "library", order: 10, briefKey: "artifacts.brief", pinnedFor: ["teach", "goals", "explore"] },
  letter: "a",
  component: lazy(() => import("./ArtifactsScreen").then((module) => ({ default: module.ArtifactsScreen }))),
};
