import { Library } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "knowledge",
  path: "/knowledge/:part?/:id?",
  icon: Library,
  labelKey: "knowledge.title",
  dock: { group: "library", order: 5, briefKey: "knowledge.brief", pinnedFor: ["teach", "goals", "explore"] },
  letter: "b",
  component: lazy(() => withWords("knowledge", import("./KnowledgeScreen")).then((module) => ({ default: module.KnowledgeScreen }))),
};
