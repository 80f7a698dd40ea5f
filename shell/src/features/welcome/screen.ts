import { Sparkles } from "lucide-react";
import { lazy } from "react";

import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "welcome",
  path: "/welcome",
  icon: Sparkles,
  labelKey: "welcome.title",
  dock: false,
  bare: true,
  component: lazy(() => import("./WelcomeScreen").then((module) => ({ default: module.WelcomeScreen }))),
};
