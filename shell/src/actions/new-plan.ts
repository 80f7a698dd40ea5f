import { ClipboardList } from "lucide-react";

import type { Action } from "./action";

export const action: Action = {
  id: "new-plan",
  labelKey: "actions.new-plan",
  icon: ClipboardList,
  group: "make",
  keys: "n l",
  perform: ({ navigate }) => navigate("/plans/new"),
};
