import { Workflow } from "lucide-react";

import type { Action } from "./action";

export const action: Action = {
  id: "new-workflow",
  labelKey: "actions.new-workflow",
  icon: Workflow,
  group: "make",
  keys: "n w",
  perform: ({ navigate }) => navigate("/workflows/new"),
};
