import { Cpu } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "models",
  path: "/models",
  icon: Cpu,
  labelKey: "models.title",
  dock: { group: "system", order: 10, briefKey: "models.brief" },
  letter: "m",
  component: lazy(() => withWords("settings", withWords("models", import("./ModelsScreen"))).then((module) => ({ default: module.ModelsScreen }))),
};
