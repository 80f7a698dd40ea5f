import { CalendarPlus } from "lucide-react";

import type { Action } from "./action";

export const action: Action = {
  id: "new-schedule",
  labelKey: "actions.new-schedule",
  icon: CalendarPlus,
  group: "make",
  keys: "n s",
  perform: ({ navigate }) => navigate("/schedules?new"),
};
