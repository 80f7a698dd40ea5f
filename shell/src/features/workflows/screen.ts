import { Workflow } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "workflows",
  path: "/workflows/:id?/:tab?",
  icon: Workflow,
  labelKey: "workflows.title",
  dock: { group: "workshop", order: 20, briefKey: "workflows.brief", pinnedFor: ["code", "explore"] },
  letter: "w",
  component: lazy(() => withWords("workflows", import("./WorkflowsScreen")).then((module) => ({ default: module.WorkflowsScreen }))),
};
