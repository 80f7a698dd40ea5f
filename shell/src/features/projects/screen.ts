import { FolderKanban } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "projects",
  path: "/projects/:id?/:tab?",
  icon: FolderKanban,
  labelKey: "projects.title",
  dock: { group: "work", order: 20, briefKey: "projects.brief", pinnedFor: "all" },
  letter: "p",
  component: lazy(() => withWords("memory", withWords("projects", import("./ProjectsScreen"))).then((module) => ({ default: module.ProjectsScreen }))),
};
