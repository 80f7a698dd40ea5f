import { FolderTree } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "files",
  path: "/files/:project?",
  icon: FolderTree,
  labelKey: "files.title",
  dock: 15,
  letter: "f",
  component: lazy(() => withWords("files", import("./FilesScreen")).then((module) => ({ default: module.FilesScreen }))),
};
