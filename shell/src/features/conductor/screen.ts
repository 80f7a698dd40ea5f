import { Drama } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "conductor",
  path: "/conductor/:part?/:environment?/:project?/:agent?",
  icon: Drama,
  labelKey: "conductor.title",
  dock: 35,
  letter: "o",
  component: lazy(() => withWords("conductor", import("./ConductorScreen")).then((module) => ({ default: module.ConductorScreen }))),
};
