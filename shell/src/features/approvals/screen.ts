import { ListChecks } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "approvals",
  path: "/approvals/:id?",
  icon: ListChecks,
  labelKey: "approvals.title",
  dock: { group: "work", order: 10, briefKey: "approvals.brief", pinnedFor: "all", badge: "pending" },
  letter: "i",
  component: lazy(() => withWords("approvals", import("./ApprovalsScreen")).then((module) => ({ default: module.ApprovalsScreen }))),
};
