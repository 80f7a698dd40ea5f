import { ClipboardList } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "plans",
  path: "/plans/:id?/:tab?",
  icon: ClipboardList,
  labelKey: "plans.title",
  dock: { group: "work", order: 30, briefKey: "plans.brief", pinnedFor: ["goals", "code", "explore"] },
  letter: "l",
  component: lazy(() => withWords("plans", import("./PlansScreen")).then((module) => ({ default: module.PlansScreen }))),
};
