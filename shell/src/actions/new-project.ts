import { FolderPlus } from "lucide-react";

import type { Action } from "./action";

export const action: Action = {
  id: "new-project",
  labelKey: "actions.new-project",
  icon: FolderPlus,
  group: "make",
  keys: "n p",
  perform: ({ navigate }) => navigate("/projects?new"),
};
