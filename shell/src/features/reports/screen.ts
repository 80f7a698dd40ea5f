import { FileText } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "reports",
  path: "/reports/:run?",
  icon: FileText,
  labelKey: "reports.title",
  dock: false,
  component: lazy(() => withWords("reports", import("./ReportsScreen")).then((module) => ({ default: module.ReportsScreen }))),
};
