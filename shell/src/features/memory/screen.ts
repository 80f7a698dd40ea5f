import { Brain } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "memory",
  path: "/memory/:id?",
  icon: Brain,
  labelKey: "memory.title",
  dock: { group: "library", order: 40, briefKey: "memory.brief" },
  letter: "r",
  component: lazy(() => withWords("memory", import("./MemoryScreen")).then((module) => ({ default: module.MemoryScreen }))),
};
