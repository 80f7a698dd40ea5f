import { GraduationCap } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "school",
  path: "/school/:part?/:id?/:more?",
  icon: GraduationCap,
  labelKey: "school.title",
  dock: { group: "apps", order: 10, briefKey: "school.brief", pinnedFor: ["teach", "explore"] },
  letter: "e",
  component: lazy(() => withWords("school", import("./SchoolScreen")).then((module) => ({ default: module.SchoolScreen }))),
};
