import { Drama } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "conductor",
  path: "/conductor/:part?/:environment?/:project?/:agent?",
  icon: Drama,
  labelKey: "conductor.title",
  dock: { group: "apps", order: 30, briefKey: "conductor.brief", pinnedFor: ["code", "explore"], badge: "proposals" },
  letter: "o",
  component: lazy(() => withWords("conductor", import("./ConductorScreen")).then((module) => ({ default: module.ConductorScreen }))),
};
