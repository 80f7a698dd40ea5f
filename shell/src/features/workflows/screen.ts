import { Workflow } from "lucide-react";
import { lazy } from "react";

import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "workflows",
  path: "/workflows/:id?/:tab?",
  icon: Workflow,
  labelKey: "workflows.title",
  dock: 45,
  letter: "w",
  component: lazy(() => import("./WorkflowsScreen").then((module) => ({ default: module.WorkflowsScreen }))),
};
