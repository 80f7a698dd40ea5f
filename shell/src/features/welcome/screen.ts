import { Sparkles } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "welcome",
  path: "/welcome",
  icon: Sparkles,
  labelKey: "welcome.title",
  dock: false,
  bare: true,
  component: lazy(() => withWords("settings", withWords("welcome", import("./WelcomeScreen"))).then((module) => ({ default: module.WelcomeScreen }))),
};
