import { BookmarkPlus } from "lucide-react";

import type { Action } from "./action";

export const action: Action = {
  id: "new-memory",
  labelKey: "actions.new-memory",
  icon: BookmarkPlus,
  group: "make",
  keys: "n m",
  perform: ({ navigate }) => navigate("/memory?new"),
};
