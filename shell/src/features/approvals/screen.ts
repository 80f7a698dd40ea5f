import { ListChecks } from "lucide-react";
import { lazy } from "react";

import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "approvals",
  path: "/approvals/:id?",
  icon: ListChecks,
  labelKey: "approvals.title",
  dock: 10,
  badge: "pending",
  component: lazy(() => import("./ApprovalsScreen").then((module) => ({ default: module.ApprovalsScreen }))),
};
