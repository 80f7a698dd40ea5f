import { Drama } from "lucide-react";

import type { Action } from "./action";

export const action: Action = {
  id: "new-resident",
  labelKey: "actions.new-resident",
  icon: Drama,
  group: "make",
  keys: "n r",
  perform: ({ navigate }) => navigate("/conductor/new"),
};
