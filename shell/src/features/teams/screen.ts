import { Users } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "teams",
  path: "/teams/:id?",
  icon: Users,
  labelKey: "teams.title",
  dock: { group: "workshop", order: 12, briefKey: "teams.brief" },
  letter: "q",
  component: lazy(() => withWords("teams", import("./TeamsScreen")).then((module) => ({ default: module.TeamsScreen }))),
};
