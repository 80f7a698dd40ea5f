import { CalendarClock } from "lucide-react";
import { lazy } from "react";

import { withWords } from "@/i18n";
import type { Screen } from "@/ui";

export const screen: Screen = {
  id: "schedules",
  path: "/schedules/:id?",
  icon: CalendarClock,
  labelKey: "schedules.title",
  dock: { group: "work", order: 50, briefKey: "schedules.brief", pinnedFor: ["teach", "goals"] },
  letter: "c",
  component: lazy(() => withWords("schedules", import("./SchedulesScreen")).then((module) => ({ default: module.SchedulesScreen }))),
};
