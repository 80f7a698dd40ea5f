import { BookOpenCheck } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "skills",
  path: "/skills/:id?",
  icon: BookOpenCheck,
  labelKey: "skills.title",
  letter: "1",
  dock: { group: "workshop", order: 34, briefKey: "skills.brief" },
  component: lazy(() => withWords("skills", import("./SkillsScreen")).then((module) => ({ default: module.SkillsScreen }))),
};
