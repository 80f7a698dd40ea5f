import { FolderTree } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "files",
  path: "/files/:project?",
  icon: FolderTree,
  labelKey: "files.title",
  dock: { group: "library", order: 20, briefKey: "files.brief", pinnedFor: ["teach", "code", "explore"] },
  letter: "f",
  component: lazy(() => withWords("files", import("./FilesScreen")).then((module) => ({ default: module.FilesScreen }))),
};
