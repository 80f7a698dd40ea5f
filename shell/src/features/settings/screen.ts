import { Settings } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "settings",
  path: "/settings/:section?",
  icon: Settings,
  labelKey: "settings.title",
  dock: { group: "system", order: 90, briefKey: "settings.brief" },
  letter: "s",
  component: lazy(() => withWords("settings", import("./SettingsScreen")).then((module) => ({ default: module.SettingsScreen }))),
};
