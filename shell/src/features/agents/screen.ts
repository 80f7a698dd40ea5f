import { Bot } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "agents",
  path: "/agents/:id?",
  icon: Bot,
  labelKey: "agents.title",
  dock: { group: "workshop", order: 10, briefKey: "agents.brief", pinnedFor: ["code", "explore"] },
  letter: "g",
  component: lazy(() => withWords("settings", withWords("agents", import("./AgentsScreen"))).then((module) => ({ default: module.AgentsScreen }))),
};
