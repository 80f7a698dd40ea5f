import { History } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "history",
  path: "/history/:id?",
  icon: History,
  labelKey: "history.title",
  dock: { group: "system", order: 30, briefKey: "history.brief" },
  letter: "y",
  component: lazy(() => withWords("history", import("./HistoryScreen")).then((module) => ({ default: module.HistoryScreen }))),
};
