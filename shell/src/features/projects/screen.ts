import { FolderKanban } from "lucide-react";
import { lazy } from "react";

import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "projects",
  path: "/projects/:id?/:tab?",
  icon: FolderKanban,
  labelKey: "projects.title",
  dock: 10,
  letter: "p",
  handy: true,
  component: lazy(() => import("./ProjectsScreen").then((module) => ({ default: module.ProjectsScreen }))),
};
