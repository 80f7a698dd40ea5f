import { FlaskConical } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "evaluations",
  path: "/evaluations/:id?",
  icon: FlaskConical,
  labelKey: "evaluations.title",
  dock: { group: "workshop", order: 14, briefKey: "evaluations.brief" },
  letter: "x",
  component: lazy(() => withWords("evaluations", import("./EvaluationsScreen")).then((module) => ({ default: module.EvaluationsScreen }))),
};
