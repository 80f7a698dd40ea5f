import { Wrench } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "capabilities",
  path: "/capabilities/:name?",
  icon: Wrench,
  labelKey: "capabilities.title",
  dock: { group: "workshop", order: 30, briefKey: "capabilities.brief" },
  letter: "t",
  component: lazy(() => withWords("capabilities", import("./CapabilitiesScreen")).then((module) => ({ default: module.CapabilitiesScreen }))),
};
