import { Images } from "lucide-react";
import { lazy } from "react";

import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "artifacts",
  path: "/artifacts/:id?",
  icon: Images,
  labelKey: "artifacts.title",
  dock: 20,
  letter: "a",
  handy: true,
  component: lazy(() => import("./ArtifactsScreen").then((module) => ({ default: module.ArtifactsScreen }))),
};
