import { ListChecks } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "approvals",
  path: "/approvals/:id?",
  icon: ListChecks,
  labelKey: "approvals.title",
  dock: 80,
  letter: "i",
  handy: true,
  badge: "pending",
  component: lazy(() => withWords("approvals", import("./ApprovalsScreen")).then((module) => ({ default: module.ApprovalsScreen }))),
};
