import { SunMoon } from "lucide-react";

import { useTheme } from "@/state";
import type { Action } from "./action";

export const action: Action = {
  id: "toggle-theme",
  labelKey: "actions.toggle-theme",
  icon: SunMoon,
  group: "desk",
  perform: ({ appear }) => appear({ theme: useTheme.getState().dark ? "light" : "dark" }),
};
