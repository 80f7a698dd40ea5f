import { House } from "lucide-react";
import { lazy } from "react";

import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "home",
  path: "/",
  icon: House,
  labelKey: "home.title",
  dock: "first",
  letter: "h",
  component: lazy(() => import("./HomeScreen").then((module) => ({ default: module.HomeScreen }))),
};
