import { Monitor } from "lucide-react";

import { useTheme } from "@/state";
import type { Action } from "./action";

export const action: Action = {
  id: "follow-system-theme",
  labelKey: "actions.follow-system-theme",
  icon: Monitor,
  group: "desk",
  when: () => useTheme.getState().theme !== "system",
  perform: ({ appear }) => appear({ theme: "system" }),
};
